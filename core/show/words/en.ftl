### Every sentence a person reads, in English. `zh.ftl` has the same keys; a test holds that.
