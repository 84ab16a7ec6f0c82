### 所有给人看的句子（中文）。键与 `en.ftl` 相同，由测试保证。

## Quick edits
quick-and = { $first } 和 { $last }
quick-comma = 、
quick-entries = { $count } 项
quick-title-add = 在“{ $place }”中添加 { $names }
quick-title-remove = 从“{ $place }”中删除 { $names }
quick-title-change = 修改“{ $place }”
quick-title-rename = 把“{ $old }”改名为“{ $new }”
quick-title-hide = 隐藏“{ $place }”
quick-title-show = 显示“{ $place }”
quick-title-page = 使用 { $paper }
quick-title-language-en = 说英文
quick-title-language-zh = 说中文
quick-page = 页面大小
quick-paper-a4 = A4 纸
quick-paper-letter = 美国 Letter 纸
quick-language = 语言
quick-option-new = { $count ->
   *[other] 新的一项
}
quick-choose-group = { $named } 放进哪一组？
quick-choose-which = “{ $named }”在这里有不止一种意思，是哪一个？
quick-unchanged = { $named } 已经是这样了，没有改动。
quick-unchanged-hidden = { $named } 已经有了，只是没有显示。没有改动。
quick-already = 已经有了：{ $names }。
quick-not-found = 没有找到“{ $named }”，没有改动。
quick-not-found-near = 没有找到“{ $named }”。是指 { $near } 吗？没有改动。

## The model
model-unchanged = 本来就是这样，没有任何改动。
model-part-failed = 还有一条建议不合规范，我没有采用。
model-language-not-asked = 要更换我使用的语言，请单独发一条消息，例如“说英文”。
model-title-show = 显示{ $name }
model-title-hide = 隐藏{ $name }
model-title-page = 使用{ $paper }
model-paper-a4 = A4 纸
model-paper-letter = 美国信纸
model-paper-free-form = 不分页的长页

gate-and = 和
gate-comma = 、
gate-field-company = 公司
gate-field-position = 职位
gate-field-period = 时间
gate-field-school = 学校
gate-lacks-named = 要添加“{ $name }”，我还需要{ $what }。请问是什么？
gate-lacks-experience = 要添加这份工作，我还需要{ $what }。请问是什么？
gate-lacks-education = 要添加这个学位，我还需要{ $what }。请问是什么？
gate-lacks-reason = 我不会编造事实。回答“不知道”或“只记得年份”都可以。
gate-remove-which = 要删除哪一个？
gate-remove-one = 确定要删除{ $names }吗？
gate-remove-reason = 你的消息里没有提到{ $names }。
gate-remove-yes = 删除{ $names }
gate-remove-no = 保留

## Arriving

sample-title = 示例简历
sample-why = 每个新对话都从这份示例开始
import-why = 从文件导入
welcome =
    你好！旁边是一份示例简历。告诉我要改什么，例如“把 TypeScript 加进技能”，或把你自己的 Reactive Resume 文件拖到这里。我只提建议：在你按下“同意”之前，什么都不会变。
welcome-without-model =
    你好！旁边是一份示例简历。试试“把 TypeScript 加进技能”，或把你自己的 Reactive Resume 文件拖到这里。我只提建议：在你按下“同意”之前，什么都不会变。目前没有连接语言模型，所以我只懂简单的句子；/help 会列出来。
file-too-large = 这个文件超过 { $most } MB，请发一个小一点的。
file-not-fetched = 我取不到这个文件，请再发一次。
welcome-chat =
    你好！我替你保管简历，而且只提建议：在你按下“同意”之前，什么都不会变。你有一份示例简历可以试用。例如说“把 TypeScript 加进技能”，或把你自己的 Reactive Resume 文件发给我。/help 会告诉你还能做什么。
answered-in-private = 我在我们的私聊里回答你。
file-broken = 文件没有完整到达，请再发一次。
file-refused = 我读不了这个文件。{ $reason }
import-read = 我把“{ $name }”读作 { $title } 的简历，还没有采用任何内容。
import-count = { $section }：{ $number }
import-left = 下面这些没有找到位置，会保存在简历的私人备注里：
import-left-more = …还有 { $number } 行
import-confirm = 请先看看，再告诉我能不能采用。
import-confirmed = “{ $name }”已采用为“{ $title }”。
import-discarded = “{ $name }”没有采用。
import-notes-cut = 没有找到位置的内容超过一份简历能保存的量，所以只保存了开头。请保留你的文件。
import-decided = 这已经决定过了。
file-import = 我从“{ $name }”读到的内容
button-import = 采用这份简历
button-discard = 不采用
imported = “{ $title }”已导入，现在是你的当前简历。之前那份仍然保留。

## Presses

press-unknown = 这个按钮我已经不认识了。
press-unknown-proposal = 我已经不认识这个提议了。没有改动任何内容。
press-not-yours = 这里只有简历的主人能决定。没有改动任何内容。
press-older-revision = 这张卡片后来改过。请看现在的样子，再按一次。
rejected = 已拒绝。你的简历保持原样。
brought-back = 它回来了，等你决定。
approved = 已同意。这是第 { $version } 版。
approved-partly = 已同意，这是第 { $version } 版。其中 { $already } 处本来就是这样。
approve-out-of-date = 没有改动：这张卡片已过时。{ $reason }
approve-shown-again = 暂未改动：周围有些内容变了。请看标出的行，再按一次即可生效。
approve-already-so = 本来就是这样，没有什么要改的。
approve-asks-twice = 请再看一眼：这张卡片需要再按一次确认。
approve-read-first = 这张卡片没有显示完整。请先查看全文，再同意。
approve-not-shown = 没有改动：这个按钮属于更早画出的卡片。请按你现在看到的那个。
approve-invalid = 没有改动：加上之后的变化，这就不是一份有效的简历了。
approve-all = { $number ->
        [0] 没有新的内容要改。
       *[other] 同意了 { $number } 项，现在是第 { $version } 版。
    }
approve-all-left = { $number ->
        [0] 没有同意任何一项。
       *[other] 同意了 { $number } 项，现在是第 { $version } 版。
    }留下这些，需要逐个按：{ $left }{ $more ->
        [0] 。
       *[other] ，还有 { $more } 项。
    }
approve-all-nothing = 这里的卡片都已决定过了。
stands-pending = 这项仍在等待决定。
press-still-pending = 这项仍在等你决定；没有改动任何内容。
stands-approved = 这项已经同意过了。
stands-approved-by = 已由{ $who }于 { $when } 同意{ $version ->
        [0] 。
       *[other] （第 { $version } 版）。
    }
stands-rejected = 这项已经拒绝过了。
stands-rejected-by = 已由{ $who }于 { $when } 拒绝。
stands-superseded = 已有更新的草稿取代它。
stands-superseded-by = 已有更新的草稿取代它，由{ $who }于 { $when } 要求。
stands-expired = 这个提议已过期。
stands-expired-by = 这个提议已过期。
stands-undone = 这项已经撤销过了。
stands-undone-by = 已由{ $who }于 { $when } 撤销。
edited = 已换成你的话。没问题就按“同意”。
edit-which = 想改“{ $title }”的哪一行？
edit-prompt = 这里应该写什么：{ $place }？请把新的文字发给我。
redraft-prompt = “{ $title }”哪里应该更好？
edit-empty = 文字是空的。不想要这一行，请按“拒绝”。
edit-too-long = 太长了：最多 { $most } 个字符。
edit-not-valid = 那里不能这样写。{ $reason }
edit-not-possible = 这一行不能在这里编辑。请用文字告诉我它该写什么。
edit-nothing-left = 这样写就没有什么要改的了。请改按“拒绝”。
redraft-without-model = 没有连接语言模型，现在没法重写。没有改动任何内容。
redrafting = 我来重写一份。
redraft-request = 请按简历现在的样子重写提议“{ $title }”。
redraft-request-why = 请按简历现在的样子重写提议“{ $title }”。我的理由：{ $reason }

## Undo, restore, look

undone = 已撤销。这是第 { $version } 版。
undo-first = 第一版不能撤销，它之前什么都没有。
undo-none = 这里没有你可以撤销的内容。
undo-which = 请说 /undo，或 /undo 加版本号，例如 /undo 3。/history 会列出它们。
undo-nothing = 没有什么可撤销的了：它后来已经被改回去。
undo-already = 已由{ $who }于 { $when } 撤销（第 { $version } 版）。
undo-shown-again = 周围的内容变了，所以我做了一张卡片：请看过再同意。
undo-title = 撤销“{ $title }”
undo-why = 撤销：{ $title }
redo-why = 重做：{ $title }
undo-blocked = 没法撤销：那里后来改过。{ $reason }
undo-blocked-both = 没法单独撤销：那里后来改过。{ $reason }下面的卡片会把两者一起撤回。
undo-blocked-remove = 没法撤销：那里后来改过。{ $reason }下面的卡片会按现在的样子移除它。
undo-both-title = 撤销{ $titles }
undo-remove-title = 按现在的样子移除“{ $title }”所加的内容
restore-title = 回到第 { $number } 版
restore-unchanged = 简历已经和第 { $number } 版一样。
restore-card = 下面的卡片会回到第 { $number } 版，并列出所有变化。
look-headline = { $title }：第 { $number } 版，{ $when }
look-empty = 还是空的。

## Messages

message-too-long = 一条消息最多 { $most } 个字符，这条太长了，没有使用其中任何内容。
message-try-again = 我刚才还没准备好，请再发一次。
without-model =
    我没法把这句话当作简单的修改，而且没有连接语言模型。现在可以做的：“把 Go 加进技能”、“从技能里删除 Java”、“把职位标题改成……”、“撤销”、导入文件、查看历史。/help 有更多。
quick-nothing-to-do = 本来就是这样，没有什么要改的。
quick-not-valid = 那里不能这样写。{ $reason }
event-parked = 你上一步在我们这边出了问题（编号 { $number }）。没有改动任何内容；它被保留下来，可以查看。
first-reply =
    我阅读你的简历和这段对话并提出修改；只有你按“同意”才会生效。
    你的文字会发送到语言模型 { $host }。
    /privacy 会说明保存了什么、如何删除。
cards-shown = （已展示 { $number } 张卡片：{ $titles }）
stopped = 已停止。
stop-too-late = 那已经完成了。
pace-reached = { $minutes } 分钟内已有 { $number } 条消息。这一条我在 { $when } 回答；期间简单的句子、按钮和回答照常可用。
budget-reached = 今天的语言模型用量已用完。这一条我在 { $when } 回答；期间简单的句子、按钮和回答照常可用。
try-again-working = 我正在处理。
try-again-done = 那已经重试过了。
working = 正在处理……
working-file = 正在读取你的文件…

failed-timeout = 语言模型没有及时回答。你的消息已保留。
failed-rate-limited = 语言模型现在太忙。你的消息已保留。
failed-unavailable = 现在连不上语言模型。你的消息已保留。
failed-bad-key = 语言模型拒绝了我们的密钥。请运行者检查 OPENAI_API_KEY。你的消息已保留。
failed-refused = 语言模型拒绝回答这个问题。你的消息已保留。
failed-empty = 语言模型没有给出回答。你的消息已保留。
failed-truncated = 语言模型的回答每次都被截断。请试试小一点的步骤。你的消息已保留。
failed-too-long = 这段对话和简历对语言模型来说太长了。你的消息已保留。
failed-unusable = 语言模型给出的内容没法使用。你的消息已保留。

decided-approved = 已同意，本来就是这样：“{ $title }”
decided-approved-version = 已同意，成为第 { $version } 版：“{ $title }”
decided-rejected = 已拒绝：“{ $title }” { $reason }
decided-rejected-version = 已拒绝：“{ $title }”
decided-superseded = 要求重写：“{ $title }”
decided-superseded-version = 要求重写：“{ $title }”
decided-expired = 已过期：“{ $title }”
decided-expired-version = 已过期：“{ $title }”
decided-undone = 已撤销：“{ $title }”
decided-undone-version = 已撤销（原为第 { $version } 版）：“{ $title }”
decided-pending = 重新等待：“{ $title }”
decided-pending-version = 重新等待：“{ $title }”

## Questions

answer-needed = 没有这个没法继续。不知道的话，请直说。
answer-year-only = 只写年份也可以。
answer-private = （保密）
answer-stale = 我提问之后那里被改过，所以我保留了现在的内容。如果要写别的，请告诉我。
answered = { $place }已填写。这是第 { $version } 版。
answered-why = 回答：{ $place }
not-an-answer = 已收回；我把它当作消息来读。
question-answered-privately = 已回答；内容只在简历里。
check-open = 已经有一个未回答的问题。
check-nothing = 需要的都有了。
button-change = 更改
button-not-an-answer = 这不是回答
button-year-only = 只写年份
edited-is-no-answer = 改成这样就不是对我问题的回答了。要重新回答，请按“更改”。
answer-as-it-stands = 就是现在这样。
answer-other = 你在 { $when } 回答了{ $answer }。想改请按“更改”。
answer-none = （没有回答）
answer-unknown = 我不知道。
answer-skipped = （跳过）
answer-as-message = 关于你的问题“{ $question }”：{ $answer }
question-about = 关于“{ $title }”：{ $prompt }
post-unreadable = （这条消息已无法读取。）
question-answered = 你的回答：{ $answer }
question-skipped = 已跳过。
question-unknown = 你不知道，没关系。
question-withdrawn = 不再需要。

## Commands

pending-none = 没有等待决定的卡片。
pending-some = 有 { $number } 张卡片等你决定：
history-headline = “{ $title }”，最新的在前：
history-line = { $number } · { $title } · { $when }
language-set = 以后我说中文。
language-unchanged = 我们已经在说中文了。
language-which = 请说 /language en 或 /language zh。
file-takeout = 关于你的全部内容：所有版本的简历、消息、提议、问题
file-export-json = “{ $title }”第 { $version } 版，Reactive Resume JSON 格式
file-export-docx = “{ $title }”第 { $version } 版，Word 文档
file-export-md = “{ $title }”第 { $version } 版，Markdown 格式
file-export-txt = “{ $title }”第 { $version } 版，纯文本
file-export-jsonresume = “{ $title }”第 { $version } 版，JSON Resume 格式
file-export-pdf = “{ $title }”第 { $version } 版，PDF 格式
file-export-png = “{ $title }”第 { $version } 版，图片
file-change = “{ $title }”的全部内容
whole-before = 改前：
whole-after = 改后：
import-how = 把你的简历文件直接发到这个对话里：PDF、Word、Reactive Resume、JSON Resume、RenderCV、LinkedIn 数据包、Markdown 或文本。
export-which = 请说 /export 加上其中之一：pdf、docx、png、md、txt、json（Reactive Resume）、jsonresume。
button-get-pdf = 获取 PDF
new-title = 新简历
new-why = 从空白开始
switched = 现在这里用的是“{ $title }”。
resumes-headline = 你的简历
resume-line = { $title } · 第 { $version } 版
resume-current = 这里正在使用
switch-not-found = 你没有叫“{ $title }”的简历。这些是你的：
button-use = 使用
no-resume = 这里还没有简历。
forget-warning = 这会真正、永久地删除你的所有简历版本、这段对话、提议、问题和统计。想保留什么，请先带走上面的文件。
forgotten = 你的一切内容都已删除。想重新开始时，再写给我就行。
button-forget = 删除全部
privacy = 你的简历、这段对话和历史都保存在本程序自己的数据库里。为了回答，对话和简历会发送到语言模型 { $host }。除此之外，没有任何内容离开这台机器。
privacy-without-model = 你的简历、这段对话和历史都保存在这台机器上本程序自己的数据库里。没有连接语言模型，没有任何内容离开这台机器。
help =
    告诉我要改什么，我来做卡片；“同意”让它生效，“撤销”把它收回。
    总能用的句子：“把 Go 和 Rust 加进技能”、“从技能里删除 Java”、“把职位标题改成平台工程师”、“把所在地改成成都”、“隐藏推荐人”、“撤销”。
    命令：/show /pending /history /undo /export pdf|docx|png|md|txt|json /import /language en|zh /link /unlink /privacy /check /new /switch /takeout /forget /help
command-unknown = 我不认识 /{ $name }。/help 会列出所有命令。

link-code = 请在另一个平台上用 link 命令加这个代码：{ $code }
    有效 { $minutes } 分钟，只能用一次。
link-too-often = 一小时内已经试了 { $number } 个代码，请稍后再试。
link-wrong-code = 我不认识这个代码，或者它已过期。请在另一个平台上写 /link 重新获取。
link-same = 这是你自己的代码，请写到另一个平台上。
link-asked = 你也是 { $name } 吗？如果是，那边和这边的简历在两处都归你。
link-waits = 好的。现在请以 { $name } 的身份在那边按“是，这是我”。
link-linked = 现在你和 { $name } 对我来说是同一个人。/unlink 可以解除。
link-refused = 没有关联，什么都没有改变。
link-open = 这个代码还没有用过。
link-decided = 这已经决定过了。
unlink-alone = 没有可以解除的：你只在一个地方用我。
unlinked = 这里又独立了。你的简历留在其他地方；写给我即可在这里重新开始。
button-link-yes = 是，这是我
button-link-no = 不是
command-show = 你现在的简历
command-pending = 等你决定的卡片
command-history = 改动历史，可查看和撤销
command-undo = 撤销你最近的改动
command-export = 带走简历：pdf、docx、png、md、txt 或 json
command-import = 怎样带来你自己的简历
command-check = 简历还缺什么
command-new = 新建一份简历
command-switch = 换用另一份简历
command-language = English 或 中文
command-link = 在另一个平台上也用我
command-unlink = 解除这里的关联
command-privacy = 保存什么，发往哪里
command-takeout = 关于你的全部内容，一个文件
command-forget = 删除你的一切
command-help = 你可以说什么、做什么

## Settings

setting-gone = { $place }已经不在了。
setting-unchanged = { $place }已经是{ $value }。
setting-why = { $place }现在是{ $value }
setting-hidden = 隐藏
setting-shown = 显示

## Cards

button-approve = 同意
button-approve-anyway = 仍然同意
button-approve-all = 同意所有普通项（{ $number }）
button-back = 返回
button-reject = 拒绝
button-dismiss = 关闭
button-edit = 编辑
button-redraft = 重写
button-bring-back = 恢复提议
button-undo = 撤销
button-redo = 重做
button-open = 打开
button-review = 查看全文
button-look = 查看
button-restore = 恢复此版
button-stop = 停止
button-try-again = 再试一次
button-skip = 跳过
button-dont-know = 不知道
status-approved = 已同意
status-approved-by = { $who }于 { $when } 同意，成为第 { $version } 版
status-already-so-by = { $who }于 { $when } 同意：本来就是这样，没有新版本
status-rejected = 已拒绝
status-rejected-by = { $who }于 { $when } 拒绝
status-superseded = 已被新草稿取代
status-superseded-by = 已被新草稿取代，{ $who }于 { $when } 要求
status-expired = 已过期
status-expired-by = 已过期
status-undone = 已撤销
status-undone-by = { $who }于 { $when } 撤销
status-out-of-date = 已过时：没有改动
status-confirm = 再按一次确认才会生效
warning-shown-again = 这张卡片首次展示之后，周围有内容变了；相关的行已标出。
warning-not-in-material = 你的材料里没有：{ $marks }。属实才请同意。
warning-destructive = 这会移除一些内容。
note-hidden-now = 这部分目前在简历上是隐藏的。
note-resume = 属于你的简历“{ $title }”
note-already-so = 这些本来就是这样。
line-nothing-left = 之后那里什么都没有
line-whole = 之后那里的全部内容
line-twins = 期间已有{ $names }
line-top = 放在最前
line-end = 放在最后
line-reordered = 调整了顺序
line-only-formatting = 只改格式
value-yes = 是
value-no = 否
and-join = 、
batch-headline = { $number } 个提议
batch-status = 已决定 { $decided } / { $number }

## Reasons

who-you = 你
who-somebody = 某人
reasons-more = 还有 { $number } 处。
conflict-changed = { $place }：这张卡片写的是“{ $wanted }”。当时是“{ $stood }”，现在是“{ $stands }”。
conflict-changed-place = { $place }后来改过。
conflict-gone = { $place }已经不在了。
conflict-edited = { $place }：这张卡片要移除它，而它后来改过。
conflict-order = { $place }后来调整过顺序。
conflict-condition = { $place }已不是这张卡片所要求的样子。
conflict-doubled = { $place }会出现两次。
conflict-invalid = { $place }会违反简历的规则。
conflict-since = （第 { $version } 版起：{ $who }，{ $when }）

## Causes of versions

cause-created = { $title }
cause-imported = { $title }
cause-approved = { $title }
cause-answered = { $title }
cause-setting = { $title }
cause-undone = { $title }
cause-restored = { $title }

## Controls（回答方式）

control-yes = 是
control-no = 否
control-recommended = 推荐
control-range = { $start } – { $end }
control-present = 至今
control-files = { $count } 个文件
control-not-text = 请用文字回答。
control-too-short = { $least ->
    [1] 回答是空的。
   *[other] 太短了：至少 { $least } 个字符。
}
control-too-long = 太长了：最多 { $most } 个字符。
control-not-shown = 文字里有无法显示的字符。
control-not-offered = 请从选项中选一个。
control-which-option = 这符合不止一个选项。是哪一个？
control-too-few = 请至少选 { $least } 项。
control-too-many = 最多选 { $most } 项。
control-twice = 回答里有重复的内容。
control-not-number = 请用数字回答，例如 3 或 3.5。
control-not-whole = 请用整数回答。
control-too-small = 数字不能小于 { $least }。
control-too-large = 数字不能大于 { $most }。
control-not-date = 请给出真实存在的日期，例如 2018-03-05；只写年份也可以。
control-which-date = 哪个是日、哪个是月？请写成 2018-03-05 这样。
control-too-early = 日期不能早于 { $first }。
control-too-late = 日期不能晚于 { $last }。
control-not-range = 请给出开始和结束，例如 2015 – 2018。
control-needs-end = 还需要结束时间。
control-end-before-start = 结束不能早于开始。
control-not-link = 请给出以 http:// 或 https:// 开头的链接。
control-not-file = 请提供文件。
control-file-type = 只能接收这些类型的文件：{ $types }。
control-not-yes-or-no = 请回答“是”或“否”。
control-one-line = 这里只能写一行。
control-no-field = 回答不能写在那里。
control-field-gone = 这个问题所问的位置已经不在简历里了。
control-no-fit = 简历的这个位置放不下这个回答。

lack-name = 你叫什么名字？
lack-name-reason = 简历以姓名开头。
lack-email = 别人可以用哪个邮箱联系你？
lack-email-reason = 没有邮箱，别人就无法回复你。
lack-headline = 用几个字说，你是做什么的？
lack-headline-reason = 它写在姓名下面，例如“后端工程师”。
lack-position = 你在{ $company }的职位是什么？
lack-position-reason = 这段工作还没有职位。
lack-period = 你是什么时候在{ $name }的？
lack-period-role = 你是什么时候在{ $name }担任{ $position }的？
lack-period-reason = 还缺时间。回答“不知道”或只写年份都可以。
lack-summary = 你最想让别人先了解你的什么？两三句话就够了。
lack-summary-reason = 你的个人简介是空的。你的话会变成一条建议，由你决定是否采用。

## Places in a résumé（简历中的位置）

place-resume = 简历
place-quoted = “{ $text }”
place-block = 一段文字
place-entry = 未命名的条目
place-list = 列表
place-order = 顺序
place-page = 第 { $number } 页
place-section-summary = 个人简介
place-section-profiles = 社交主页
place-section-experience = 工作经历
place-section-education = 教育背景
place-section-projects = 项目经历
place-section-skills = 技能
place-section-languages = 语言能力
place-section-interests = 兴趣爱好
place-section-awards = 获奖经历
place-section-certifications = 证书
place-section-publications = 出版物
place-section-volunteer = 志愿经历
place-section-references = 推荐人
place-section-custom = 未命名的栏目
place-field-picture = 照片
place-field-picture-url = 照片地址
place-field-picture-hidden = 隐藏
place-field-size = 大小
place-field-rotation = 旋转
place-field-aspect-ratio = 长宽比
place-field-border-radius = 圆角
place-field-border-color = 边框颜色
place-field-border-width = 边框宽度
place-field-shadow-color = 阴影颜色
place-field-shadow-width = 阴影宽度
place-field-basics = 基本信息
place-field-basics-name = 姓名
place-field-headline = 头衔
place-field-email = 邮箱
place-field-phone = 电话
place-field-location = 地点
place-field-website = 网站
place-field-url = 网址
place-field-label = 显示文字
place-field-inline-link = 标题即链接
place-field-custom-fields = 自定义字段
place-field-text = 文字
place-field-link = 链接
place-field-id = 编号
place-field-icon = 图标
place-field-icon-color = 图标颜色
place-field-title = 标题
place-field-columns = 栏数
place-field-hidden = 隐藏
place-field-keep-together = 不跨页
place-field-start-on-new-page = 另起一页
place-field-content = 正文
place-field-type = 类型
place-field-sections = 栏目
place-field-custom-sections = 自定义栏目
place-field-network = 平台
place-field-username = 用户名
place-field-company = 公司
place-field-position = 职位
place-field-period = 时间
place-field-description = 描述
place-field-roles = 任职
place-field-school = 学校
place-field-degree = 学位
place-field-area = 专业
place-field-grade = 成绩
place-field-name = 名称
place-field-proficiency = 熟练程度
place-field-level = 等级
place-field-keywords = 关键词
place-field-language = 语言
place-field-fluency = 流利程度
place-field-awarder = 颁发者
place-field-date = 日期
place-field-issuer = 颁发机构
place-field-publisher = 出版方
place-field-organization = 组织
place-field-recipient = 收件人
place-field-metadata = 设置
place-field-template = 模板
place-field-layout = 版面
place-field-sidebar-width = 侧栏宽度
place-field-pages = 页面
place-field-full-width = 通栏
place-field-main = 主栏
place-field-sidebar = 侧栏
place-field-metadata-page = 页面设置
place-field-gap-x = 水平间距
place-field-gap-y = 垂直间距
place-field-margin-x = 左右边距
place-field-margin-y = 上下边距
place-field-format = 纸张
place-field-locale = 简历语言
place-field-hide-link-underline = 链接不加下划线
place-field-hide-icons = 隐藏图标
place-field-hide-section-icons = 隐藏栏目图标
place-field-design = 设计
place-field-design-level = 等级样式
place-field-level-type = 形状
place-field-colors = 颜色
place-field-primary = 主题色
place-field-colors-text = 文字
place-field-background = 背景
place-field-typography = 字体
place-field-body = 正文
place-field-heading = 标题
place-field-font-family = 字体
place-field-font-weights = 字重
place-field-font-size = 字号
place-field-line-height = 行高
place-field-notes = 备注
place-field-style-rules = 样式规则
place-field-stylesheet = 样式表

# Telegram
telegram-before = 原来
telegram-after = 改后
telegram-more-lines = ……还有 { $count } 处改动。
telegram-done = 选好了（{ $count }）
telegram-selected = 已选 { $count } 项
telegram-present = 至今
telegram-only-year = 只写 { $year } 年
telegram-only-month = 只写 { $month }
telegram-month = { $month }月
telegram-month-of = { $year }年{ $month }
telegram-step-from = 从什么时候开始？
telegram-step-to = 从 { $start } 开始。到什么时候？
telegram-hint-choice = 也可以直接输入自己的回答。
telegram-hint-choices = 勾选符合的，再按“选好了”。也可以直接输入。
telegram-hint-text = 请直接发消息回答。
telegram-hint-textarea = 请直接发消息回答，可以写多行。
telegram-hint-number = 也可以直接输入数字。
telegram-hint-between = { $least } 到 { $most } 之间的数字，也可以直接输入。
telegram-hint-date = 先选年份，只答年份也可以。也可以直接输入。
telegram-hint-url = 请把链接作为消息发来。
telegram-hint-file = 现在请发送文件。
telegram-hint-media = 我听不了声音，也看不了视频。请写成文字，或发送文件、图片。
telegram-hint-other = 这个我用不上。请写成文字，或发送文件、图片。
telegram-hint-album = 我只取了其中第一个文件，其余的请一个一个地发。
telegram-file-too-large = 这个文件太大了，这里最多能收 { $most } MB。
telegram-file-not-fetched = 没能从 Telegram 取到这个文件，请再发一次。
telegram-gone = 这条消息已经过时。
telegram-open = 打开我们的对话

# Slack
slack-home-empty = 这里没有保存你的任何内容。想开始时，写给我就行。
slack-lines-left = 还有 { $number } 处改动没有画在这里。
slack-cut = 较长的文字在这里缩短了。
slack-cut-review = “{ $review }”会完整显示。
slack-text-cut = 这超出了一条 Slack 消息的长度，其余部分在这里省略。
slack-is-new = 现在不同了
slack-submit = 提交
slack-answer = 回答…
slack-own-words = 用我自己的话…
slack-others = 其他，每行一个
slack-your-answer = 你的回答
slack-choose = 选择
slack-choose-several = 选择合适的
slack-draft-too-long = 那里的文字超出了 Slack 输入框的长度，所以输入框是空的。你也可以直接在这里写一条消息，或附上文本来回答。
slack-write-if-long = 这个输入框最多容纳 { $most } 个字符。更长的回答可以直接在这里写成消息。
slack-date-in-part = 如果不知道是哪一天，请选择年份；知道月份的话也请选上。
slack-date = 日期
slack-month = 月
slack-year = 年
slack-start = 从
slack-end = 到
slack-present = 仍在继续
slack-or-attach = 你也可以在这里附上文件。
slack-form-lines = 编辑
slack-form-reason = 重写
slack-form-review = 全部改动
slack-form-ask = 回答
slack-form-notice = Countersign
slack-close = 关闭
slack-save = 保存
slack-loading = 正在加载…
slack-press-again = Slack 没能及时打开表单，请再按一次。
slack-gone = 这已经不是最新的了。请看消息现在的样子。
slack-reason = 为什么要重写？（可以留空）
slack-line-text = 应该写成什么
slack-which-line = 哪一行？
slack-line-too-long = 这一行超出了 Slack 输入框的长度。请用一条消息告诉我应该写成什么。
slack-page = 第 { $number } 页，共 { $count } 页
slack-page-back = 上一页
slack-page-next = 下一页
slack-home-title = { $title } · 第 { $version } 版
slack-home-sample = 这是一份示例。请在我们的私信里把你自己的 Reactive Resume 文件发给我。
slack-home-waiting = 等你处理（{ $number }）
slack-home-history = 历史
slack-hidden = 已隐藏
slack-speak-en = Speak English
slack-speak-zh = 说中文
slack-help = 帮助
slack-get-pdf = 获取 PDF
slack-resumes = 我的简历
slack-see-messages = 答复在我们的私信里。
slack-file-not-fetched = 我没能从 Slack 取到这个文件。请再附一次。
slack-file-too-large = 这个文件太大了：我在这里最多能接收 { $most } MB。
slack-prompt-tailor = 按招聘信息调整
slack-prompt-tailor-message = 请按这份招聘信息调整我的简历：
slack-prompt-shorten = 缩短个人简介
slack-prompt-shorten-message = 把我的个人简介缩短成两句话
slack-prompt-check = 还缺什么？
slack-prompt-check-message = 我的简历还缺什么？
