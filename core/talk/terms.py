"""Tables of words that a fact check goes by: technologies, translations, and words that claim nothing."""

from typing import Final

from core.resume.aliases import SAME
from core.resume.normal import to_normal


def _split(words: str) -> frozenset[str]:
    return frozenset(words.split())


TECHNOLOGIES: Final[frozenset[str]] = _split(
    """
    airflow ajax android angular ansible apache arduino argocd asp.net autocad aws azure bash bigquery
    bitbucket blazor bootstrap c# c++ cassandra ceph clickhouse cloudflare cobol confluence cuda cypress
    dart databricks datadog dbt django docker dynamodb elasticsearch elixir erlang etcd excel expressjs
    fastapi figma firebase flink flutter fortran gcp git github gitlab golang grafana graphql grpc
    hadoop haskell helm heroku hibernate html informix istio java javascript jenkins jira jquery jupyter
    k8s kafka keras kibana kotlin kubernetes langchain laravel linux logstash looker lua magento mariadb
    matlab matplotlib memcached mongodb mybatis mysql neo4j netty nestjs next.js nextjs nginx node.js
    nodejs nomad numpy nuxt objective-c openapi opencv openshift opentelemetry oracle pandas perl
    photoshop php playwright postgres postgresql powerbi powerpoint prometheus pulumi pyspark python
    pytorch qt rabbitmq react redis redshift redux rocketmq salesforce sap sass scala scikit-learn scrum
    selenium shopify snowflake solidity spss sql sqlite sqlserver stata svelte swiftui tableau tailwind
    tensorflow terraform tibco typescript unix vue vuejs webpack wordpress xamarin zookeeper
    """
)
"""Names that mean a technology in any case; words that mean something else too (Go, Spark) are left out."""

PHRASES: Final[tuple[str, ...]] = (
    "machine learning",
    "deep learning",
    "natural language processing",
    "computer vision",
    "event sourcing",
    "spring boot",
    "ruby on rails",
    "power bi",
    "google cloud",
    "react native",
    "机器学习",
    "深度学习",
    "自然语言处理",
    "大模型",
    "微服务",
    "高并发",
    "分布式",
    "云原生",
    "区块链",
    "大数据",
    "人工智能",
    "容器化",
)
"""Technologies named in several words, or in 中文."""

EMPLOYERS: Final[frozenset[str]] = _split(
    "阿里巴巴 阿里云 蚂蚁集团 腾讯 百度 字节跳动 华为 美团 京东 网易 小米 滴滴 快手 拼多多"
    " 谷歌 微软 亚马逊 苹果公司 联想"
)
"""Employers whose Chinese names can't be told from ordinary words by their shape."""

IMPLIED: Final[dict[str, tuple[str, ...]]] = {
    "sql": ("postgresql", "postgres", "mysql", "mariadb", "sqlite", "t-sql", "pl/sql"),
    "spring": ("spring boot", "springboot"),
    "docker": ("docker compose",),
    "git": ("github", "gitlab"),
    "databases": ("database", "数据库"),
    "developer": ("dev", "development", "develop", "开发"),
    "development": ("dev", "developer", "develop", "开发"),
    "engineer": ("eng", "engineering", "工程师"),
    "bachelor": ("bsc", "ba", "bachelors", "undergraduate", "本科", "学士"),
    "master": ("msc", "ma", "mba", "masters", "硕士", "研究生"),
    "associate": ("associates", "大专", "专科"),
}
"""A word on the left is borne by any on the right: who uses PostgreSQL uses SQL."""

TRANSLATED: Final[tuple[str, ...]] = (
    "analyst|分析师|分析员",
    "assistant|助理",
    "backend|back-end|back end|后端|服务端",
    "beijing|北京",
    "china|中国",
    "consultant|顾问",
    "data|数据",
    "designer|设计师",
    "developer|开发|开发者|程序员",
    "director|总监",
    "engineer|工程师",
    "frontend|front-end|front end|前端",
    "full-stack|fullstack|full stack|全栈",
    "general manager|总经理",
    "guangzhou|广州",
    "hangzhou|杭州",
    "intern|internship|实习|实习生",
    "lead|组长|负责人",
    "manager|经理|主管",
    "mandarin|普通话",
    "marketing|市场|营销",
    "mobile|移动端",
    "nanjing|南京",
    "operations|运营|运维",
    "product|产品",
    "researcher|研究员",
    "sales|销售",
    "senior|高级|资深",
    "shanghai|上海",
    "shenzhen|深圳",
    "software|软件",
    "teacher|老师|教师",
    "test|testing|qa|测试",
    "volunteer|志愿者|志愿",
    "computer science|计算机|计算机科学",
    "software engineering|软件工程",
    "business administration|工商管理",
)
"""Common words of job titles, subjects and cities in both languages."""


def _to_groups() -> dict[str, frozenset[str]]:
    groups: dict[str, frozenset[str]] = {}
    for line in (*SAME, *TRANSLATED):
        names = frozenset(to_normal(name) for name in line.split("|"))
        for name in names:
            groups[name] = groups.get(name, frozenset()) | names
    for name, bearers in IMPLIED.items():
        groups[name] = groups.get(name, frozenset({name})) | frozenset(bearers)
    return groups


SAME_AS: Final[dict[str, frozenset[str]]] = _to_groups()
"""A normal name, and all names that bear it."""

LONG_NAMES: Final[tuple[str, ...]] = tuple(
    sorted({name for name in SAME_AS if " " in name}, key=len, reverse=True)
)
"""The names of several words, longest first."""

ORDINARY: Final[frozenset[str]] = _split(
    """
    a an and as at by current for from i i'm i've in into is my of on or our per present the to via we
    with api apis b2b b2c ceo cto cv faq hr id internet it kpi kpis mvp ok okrs pdf poc pr prs qa r&d
    roi saas sla slas ui url ux web
    """
)
"""Words and abbreviations that claim nothing by themselves."""

NAME_PARTS: Final[frozenset[str]] = _split(
    """
    academy bv co college company corp corporation degree diploma dr faculty gmbh group inc institute
    limited llc ltd mr mrs ms plc school the university backend category cloud concepts data database
    databases design development devops frameworks framework frontend infrastructure language languages
    libraries library management methods mobile office other platforms programming science skills soft
    software technical technologies technology testing tools web
    """
)
"""Parts of names, and names of groups of skills, that may be added or left out without a new fact."""

NAME_PARTS_ZH: Final[tuple[str, ...]] = tuple(
    sorted(
        _split(
            "有限责任公司 股份有限公司 有限公司 分公司 公司 集团 科技 大学 学院 学校 专业 学位 学历"
            " 工程师 人员 岗位"
            " 编程语言 数据库 中间件 前端 后端 框架 工具 语言 技能 技术 其他 其它 云 与 和 及 的 类 岗 员 师"
        ),
        key=lambda part: (-len(part), part),
    )
)
"""The same in 中文."""

SENIORITY: Final[frozenset[str]] = _split(
    "senior junior lead principal staff head chief director manager vp cto ceo cfo coo founder cofounder"
    " architect executive expert"
)
SENIORITY_ZH: Final[frozenset[str]] = _split(
    "高级 资深 首席 总监 总经理 副总 主管 负责人 专家 架构师 合伙人 创始人 组长"
)
"""Ranks: in a title or headline they are facts, in whatever case."""
