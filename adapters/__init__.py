"""Everything outside: platforms, store, model, documents; each folder imports core and its own library."""
