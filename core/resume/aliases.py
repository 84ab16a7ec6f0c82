"""What people call the parts of a résumé, in English and 中文: a table, since no score knows 学历 or k8s.

Each entry is (English, 中文), alternatives parted by `|`, the first of each being the one we show.
"""

from typing import Final, TypeAlias

Called: TypeAlias = tuple[str, str]

SECTIONS: Final[dict[str, Called]] = {
    "basics": (
        (
            "Basics|basic info|basic information|personal details|personal information|contact details"
            "|contact info|contact information|contact"
        ),
        "基本信息|个人信息|联系方式|联系信息|基本資料|個人資料",
    ),
    "picture": (
        "Picture|photo|photograph|profile picture|profile photo|headshot|portrait",
        "照片|头像|相片|证件照|頭像",
    ),
    "summary": (
        "Summary|profile|profile summary|professional summary|about|about me|bio|objective",
        "个人简介|简介|自我介绍|个人总结|总结|自我评价|关于我|概述|摘要|個人簡介|自我介紹",
    ),
    "profiles": (
        "Profiles|profile|online profiles|social profiles|social links|social media|socials|networks",
        "社交账号|社交媒体|个人主页|社交链接|社交網站|社群帳號",
    ),
    "experience": (
        (
            "Experience|experiences|work|work experience|work history|jobs|employment|employment history"
            "|professional experience|career|career history|positions"
        ),
        "工作经历|工作经验|工作履历|职业经历|从业经历|任职经历|经验|工作|工作經歷|工作經驗",
    ),
    "education": (
        (
            "Education|educations|studies|schooling|schools|degrees|academic background|education history"
            "|academics|academic history"
        ),
        "教育经历|教育背景|教育|学历|学习经历|求学经历|教育經歷|學歷",
    ),
    "projects": (
        "Projects|personal projects|side projects|project experience",
        "项目|项目经历|项目经验|个人项目|作品|项目作品|專案|專案經歷|項目",
    ),
    "skills": (
        (
            "Skills|skill|skillset|skill set|skill list|skills list|list of skills|tech stack|technologies"
            "|technical skills|competencies|expertise|tools and technologies"
        ),
        "技能|专业技能|技术栈|技能列表|技能清单|能力|掌握技能|技术|技能特长|專業技能|技術",
    ),
    "languages": (
        "Languages|spoken languages|language skills|foreign languages",
        "语言|语言能力|外语|语言技能|外语能力|語言|語言能力",
    ),
    "interests": (
        "Interests|hobbies|hobbies and interests|interests and hobbies|personal interests",
        "兴趣|兴趣爱好|爱好|個人興趣|興趣",
    ),
    "awards": (
        "Awards|honors|honours|prizes|honors and awards|awards and honors",
        "获奖|奖项|荣誉|获奖经历|荣誉奖项|所获荣誉|獎項|榮譽",
    ),
    "certifications": (
        "Certifications|certificates|certification|certs|licenses|licences|licenses and certifications",
        "证书|资格证书|资质|认证|资格认证|證書",
    ),
    "publications": (
        "Publications|papers|articles|published work|research papers",
        "出版物|论文|发表|发表论文|著作|论文发表|論文",
    ),
    "volunteer": (
        "Volunteering|volunteer|volunteer work|volunteer experience|voluntary work|community service",
        "志愿经历|志愿者|志愿服务|志愿者经历|志愿活动|志工|志工經歷",
    ),
    "references": (
        "References|reference|referees|referee list|recommendations",
        "推荐人|证明人|推荐信|推荐|推薦人",
    ),
}
"""Built-in parts by their key; the title that a person gave goes before these."""

ENTRIES: Final[dict[str, Called]] = {
    "experience": (
        "job|position|role|work|work experience|experience|employment|employer|company|internship|stint|time",
        "工作|工作经历|经历|工作经验|实习|实习经历|公司|任职",
    ),
    "education": (
        "degree|school|studies|education|course|university|college|diploma",
        "学位|学历|教育经历|学校|学习经历|教育|大学",
    ),
    "projects": ("project|side project", "项目|项目经历|作品|专案"),
    "skills": ("skill|skill group|skills|group|skills group", "技能|技能组|组|分组|类"),
    "languages": ("language", "语言|外语"),
    "interests": ("interest|hobby", "兴趣|爱好"),
    "awards": ("award|prize|honor|honour", "奖|奖项|荣誉"),
    "certifications": ("certification|certificate|cert|license|licence", "证书|认证"),
    "publications": ("publication|paper|article", "论文|出版物|文章"),
    "volunteer": ("volunteer job|volunteer work|volunteering|volunteer role", "志愿经历|志愿服务|志愿工作"),
    "references": ("reference|referee", "推荐人|证明人"),
    "profiles": ("profile|account", "账号|主页"),
}
"""What one entry of a family is called: "my Acme job", "Acme 的工作"."""

_POSITION: Final = ("Position|title|job title|role|role title|position title", "职位|岗位|职务|头衔|职称")
_LOCATION: Final = ("Location|place|city|town", "地点|所在地|城市|位置")
_PERIOD: Final = (
    "Period|dates|date|time|time period|duration|date range|years",
    "时间|时间段|日期|起止时间|时段|期间",
)
_DATE: Final = ("Date|year|time|period", "日期|时间|年份")
_DESCRIPTION: Final = ("Description|text|details|bullets|bullet points", "描述|说明|内容|介绍")
_WEBSITE: Final = ("Website|link|url|site|web site|homepage|web page", "网站|链接|网址|个人网站")
_NAME: Final = ("Name", "名称|名字")
_PROFICIENCY: Final = ("Proficiency|proficiency level", "熟练度|熟练程度|水平")
_PHONE: Final = (
    "Phone|phone number|telephone|telephone number|mobile|mobile number|cell|cell phone|tel|mobile phone",
    "电话|手机|手机号|电话号码|手机号码|联系电话|電話|手機",
)

FIELDS: Final[dict[str, dict[str, Called]]] = {
    "experience": {
        "company": ("Company|employer|name|company name|employer name", "公司|雇主|公司名称|单位"),
        "position": _POSITION,
        "location": _LOCATION,
        "period": _PERIOD,
        "description": _DESCRIPTION,
        "website": _WEBSITE,
    },
    "education": {
        "school": ("School|name|school name|university|college", "学校|学校名称|院校"),
        "degree": ("Degree|qualification", "学位|学历"),
        "area": ("Area of study|area|major|field of study|subject|field", "专业|主修|专业方向"),
        "grade": ("Grade|gpa|mark|marks|grades|score", "成绩|绩点|分数"),
        "location": _LOCATION,
        "period": _PERIOD,
        "description": _DESCRIPTION,
        "website": _WEBSITE,
    },
    "projects": {"name": _NAME, "period": _PERIOD, "description": _DESCRIPTION, "website": _WEBSITE},
    "skills": {"name": _NAME, "proficiency": _PROFICIENCY},
    "languages": {
        "language": ("Language|name", "语言|名称"),
        "fluency": ("Fluency|fluency level|proficiency|level", "流利程度|熟练度|熟练程度|水平"),
    },
    "interests": {"name": _NAME},
    "awards": {
        "title": ("Title|name", "名称|标题"),
        "awarder": ("Awarder|issuer|organization|organisation", "颁发机构|颁奖机构"),
        "date": _DATE,
        "description": _DESCRIPTION,
        "website": _WEBSITE,
    },
    "certifications": {
        "title": ("Title|name", "名称|标题"),
        "issuer": ("Issuer|organization|organisation", "颁发机构|发证机构"),
        "date": _DATE,
        "description": _DESCRIPTION,
        "website": _WEBSITE,
    },
    "publications": {
        "title": ("Title|name", "标题|名称"),
        "publisher": ("Publisher|journal", "出版社|期刊|出版方"),
        "date": _DATE,
        "description": _DESCRIPTION,
        "website": _WEBSITE,
    },
    "volunteer": {
        "organization": ("Organization|organisation|name", "组织|机构"),
        "location": _LOCATION,
        "period": _PERIOD,
        "description": _DESCRIPTION,
        "website": _WEBSITE,
    },
    "references": {
        "name": _NAME,
        "position": _POSITION,
        "phone": _PHONE,
        "description": _DESCRIPTION,
        "website": _WEBSITE,
    },
    "profiles": {
        "network": ("Network|site", "平台|网站"),
        "username": ("Username|user name|handle|account name", "用户名|账号"),
        "website": _WEBSITE,
    },
    "basics": {
        "name": ("Name|full name", "姓名|名字|全名"),
        # 职位 with no job beside it is what stands beneath the name on a Chinese résumé.
        "headline": (
            "Headline|professional headline|resume headline|tagline|professional title|heading",
            "头衔|职位|职业头衔|抬头|标题行|个人头衔|简历标题|求职意向",
        ),
        "email": (
            "Email|e-mail|email address|e-mail address|mail|mail address",
            "邮箱|电子邮箱|邮件|邮箱地址|电子邮件|信箱|電郵",
        ),
        "phone": _PHONE,
        "location": (
            "Location|address|city|place|home town|hometown|residence",
            "所在地|地点|地址|城市|住址|居住地|现居地|位置",
        ),
        "website": _WEBSITE,
    },
}
"""Fields by family, and those of `basics`. What holds rich text or an object is named here too."""

NAMING: Final[dict[str, tuple[str, ...]]] = {
    "experience": ("company", "position"),
    "education": ("school", "degree", "area"),
    "projects": ("name",),
    "skills": ("name",),
    "languages": ("language",),
    "interests": ("name",),
    "awards": ("title", "awarder"),
    "certifications": ("title", "issuer"),
    "publications": ("title", "publisher"),
    "volunteer": ("organization",),
    "references": ("name", "position"),
    "profiles": ("network", "username"),
}
"""The fields that an entry is called by, the one that must be there first."""

SAME: Final[tuple[str, ...]] = (
    "JavaScript|JS|ECMAScript",
    "TypeScript|TS",
    "Go|Golang|Go lang",
    "PostgreSQL|Postgres|PSQL",
    "Kubernetes|K8s",
    "MongoDB|Mongo",
    "Node.js|NodeJS|Node",
    "React|React.js|ReactJS",
    "Vue|Vue.js|VueJS",
    "Next.js|NextJS",
    "Express|Express.js|ExpressJS",
    "C#|C sharp|CSharp",
    "C++|CPP|C plus plus",
    ".NET|dotnet|dot net",
    "Amazon Web Services|AWS",
    "Google Cloud Platform|Google Cloud|GCP",
    "Microsoft Azure|Azure",
    "CI/CD|continuous integration and delivery|CICD",
    "Machine Learning|ML|机器学习",
    "Natural Language Processing|NLP|自然语言处理",
    "Search Engine Optimization|Search Engine Optimisation|SEO",
    "Meta|Facebook|Meta Platforms",
    "X|Twitter",
    "阿里巴巴|阿里|Alibaba",
    "腾讯|Tencent",
    "百度|Baidu",
    "字节跳动|字节|ByteDance",
    "华为|Huawei",
    "北京大学|北大|Peking University",
    "清华大学|清华|Tsinghua University",
    "复旦大学|复旦|Fudan University",
    "浙江大学|浙大|Zhejiang University",
    "上海交通大学|上海交大|上交|Shanghai Jiao Tong University",
    "中国科学技术大学|中科大|中国科大|USTC",
    "Massachusetts Institute of Technology|MIT",
    "Bachelor of Science|BSc|B.Sc.|BS|B.S.",
    "Bachelor of Arts|BA|B.A.",
    "Master of Science|MSc|M.Sc.|MS|M.S.",
    "Master of Arts|MA|M.A.",
    "Master of Business Administration|MBA",
    "PhD|Ph.D.|doctorate|Doctor of Philosophy|博士",
    "English|英语|英文",
    "Chinese|中文|汉语",
    "Japanese|日语|日文",
    "German|德语|德文|Deutsch",
    "French|法语|法文",
    "Spanish|西班牙语",
    "Dutch|荷兰语",
    "Korean|韩语|韩文",
)
"""Abbreviations, former and foreign names: names in one line mean the same thing."""
