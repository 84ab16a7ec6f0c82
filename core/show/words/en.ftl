### Every sentence a person reads, in English. `zh.ftl` has the same keys; a test holds that.

## Quick edits
quick-and = { $first } and { $last }
quick-comma = {", "}
quick-entries = { $count ->
    [one] one entry
   *[other] { $count } entries
}
quick-title-add = Add { $names } to { $place }
quick-title-remove = Remove { $names } from { $place }
quick-title-change = Change { $place }
quick-title-rename = Rename { $old } to { $new }
quick-title-hide = Hide { $place }
quick-title-show = Show { $place }
quick-title-page = Use { $paper }
quick-title-language-en = Speak English
quick-title-language-zh = Speak Chinese
quick-page = Page size
quick-paper-a4 = A4 paper
quick-paper-letter = US Letter paper
quick-language = Language
quick-option-new = { $count ->
    [one] A new entry
   *[other] New entries
}
quick-choose-group = Which group should { $named } go into?
quick-choose-which = “{ $named }” can mean more than one thing here. Which one?
quick-unchanged = { $named } is already so. Nothing was changed.
quick-unchanged-hidden = { $named } is already there, but hidden. Nothing was changed.
quick-already = Already there: { $names }.
quick-not-found = I can't find “{ $named }” there. Nothing was changed.
quick-not-found-near = I can't find “{ $named }” there. Did you mean { $near }? Nothing was changed.

## The model
model-unchanged = It is already so. Nothing was changed.
model-part-failed = One more suggestion could not be made to fit, so I left it out.
model-language-not-asked = To change the language I speak, say so in a message of its own, for example “Speak Chinese”.
model-title-show = Show { $name }
model-title-hide = Hide { $name }
model-title-page = Use { $paper }
model-paper-a4 = A4 paper
model-paper-letter = US Letter paper
model-paper-free-form = one long page

gate-and = {" and "}
gate-comma = {", "}
gate-field-company = company
gate-field-position = job title
gate-field-period = dates
gate-field-school = school
gate-lacks-named = To add { $name } I still need the { $what }. What should stand there?
gate-lacks-experience = To add this job I still need the { $what }. What should stand there?
gate-lacks-education = To add this degree I still need the { $what }. What should stand there?
gate-lacks-reason = I don't make up facts. “I don't know” and “only the year” are fine answers.
gate-remove-which = Which one should be removed?
gate-remove-one = Should { $names } really be removed?
gate-remove-reason = Your message didn't name { $names }.
gate-remove-yes = Remove { $names }
gate-remove-no = Keep it

## Arriving

sample-title = Sample résumé
sample-why = The sample that every new conversation starts with
import-why = Imported from a file
welcome =
    Hello! Beside this conversation is a sample résumé. Tell me what to change, for example “add TypeScript to my skills”, or drop your own Reactive Resume file here. I only propose: nothing changes until you press Approve.
welcome-without-model =
    Hello! Beside this conversation is a sample résumé. Try “add TypeScript to my skills”, or drop your own Reactive Resume file here. I only propose: nothing changes until you press Approve. No language model is connected, so I understand plain sentences for now; /help lists them.
file-too-large = That file is larger than { $most } MB. Please send a smaller one.
file-not-fetched = I couldn't fetch that file. Please send it again.
welcome-chat =
    Hello! I keep your résumé, and I only propose: nothing changes until you press Approve. You have a sample résumé to try things on. Say for example “add TypeScript to my skills”, or send me your own Reactive Resume file. /help says what else there is.
answered-in-private = I answer you in our private conversation.
file-broken = That file didn't arrive whole. Please send it again.
file-refused = I couldn't read that file. { $reason }
import-read = I read “{ $name }” as the résumé of { $title }. Nothing is taken over yet.
import-count = { $section }: { $number }
import-left = This found no place; it is kept in the résumé's private notes:
import-left-more = … and { $number } more lines
import-confirm = Look at it, then say whether I may use it.
import-confirmed = “{ $name }” was taken over as “{ $title }”.
import-discarded = “{ $name }” was left out.
import-notes-cut = What found no place is more than a résumé holds, so only its start is kept. Keep your file.
import-decided = That is decided already.
file-import = What I read of “{ $name }”
button-import = Use this résumé
button-discard = Discard
imported = “{ $title }” is imported and is now your current résumé. The one you had before is kept.

## Presses

press-unknown = I don't know this button any more.
press-unknown-proposal = I no longer know this proposal. Nothing was changed.
press-not-yours = Only the owner of this résumé decides here. Nothing was changed.
press-older-revision = This card was changed since. Look at it as it is now, then press again.
rejected = Rejected. Your résumé is as it was.
brought-back = It is back, and waits for your decision.
approved = Approved. This is version { $version }.
approved-partly = Approved as version { $version }. {""}{ $already ->
        [one] One line was so already.
       *[other] { $already } lines were so already.
    }
approve-out-of-date = Nothing was changed: this card is out of date. { $reason }
approve-shown-again = Nothing was changed yet: something around it is different now. Look at the marked lines; one more press approves.
approve-already-so = It is so already; there was nothing to change.
approve-asks-twice = Please look once more: this card needs a second, deliberate press.
approve-read-first = This card is longer than what is shown. Read it whole first, then approve it.
approve-not-shown = Nothing was changed: this button belongs to a card drawn earlier. Press the one you see now.
approve-invalid = Nothing was changed: together with what changed since, this would not be a valid résumé.
approve-all = { $number ->
        [0] There was nothing new to change.
        [one] One approved: this is version { $version }.
       *[other] { $number } approved: this is version { $version }.
    }
approve-all-left = { $number ->
        [0] None approved.
        [one] One approved: this is version { $version }.
       *[other] { $number } approved: this is version { $version }.
    }{" "}Left, as each asks for its own press: { $left }{ $more ->
        [0] .
       *[other] {" "}and { $more } more.
    }
approve-all-nothing = Every card here is decided already.
stands-pending = This still waits for a decision.
press-still-pending = This still waits for your decision; nothing was changed.
stands-approved = This is approved already.
stands-approved-by = Approved already, by { $who }, { $when }{ $version ->
        [0] .
       *[other] {" "}(version { $version }).
    }
stands-rejected = This is rejected already.
stands-rejected-by = Rejected already, by { $who }, { $when }.
stands-superseded = A newer draft took this one's place.
stands-superseded-by = A newer draft took this one's place, asked for by { $who }, { $when }.
stands-expired = This proposal has expired.
stands-expired-by = This proposal has expired.
stands-undone = This was undone already.
stands-undone-by = Undone already, by { $who }, { $when }.
edited = Changed to your words. Press Approve when it is right.
edit-which = Which line of “{ $title }” do you want to change?
edit-prompt = What should stand here: { $place }? Send me the new text.
redraft-prompt = What should be better in “{ $title }”?
edit-empty = The text is empty. To leave the line out, press Reject.
edit-too-long = That is too long: { $most } characters are the most.
edit-not-valid = That can't stand there. { $reason }
edit-not-possible = This line can't be edited here. Tell me in words what it should say.
edit-nothing-left = With these words there would be nothing to change. Press Reject instead.
redraft-without-model = No language model is connected, so I can't write another draft now. Nothing was changed.
redrafting = I'll write another draft.
redraft-request = Please redraft the proposal “{ $title }” against the résumé as it is now.
redraft-request-why = Please redraft the proposal “{ $title }” against the résumé as it is now. My reason: { $reason }

## Undo, restore, look

undone = Undone. This is version { $version }.
undo-first = The first version can't be undone; there is nothing before it.
undo-none = There is nothing of yours to undo here.
undo-which = Say /undo, or /undo and a version’s number, such as /undo 3. /history lists them.
undo-nothing = There is nothing left to undo: it has been taken back since.
undo-already = Undone already, by { $who }, { $when } (version { $version }).
undo-shown-again = Things around it are different now, so I made a card: look at it, then approve.
undo-title = Undo “{ $title }”
undo-why = Undo: { $title }
redo-why = Redo: { $title }
undo-blocked = I can't undo that: it was changed since. { $reason }
undo-blocked-both = I can't undo that alone: it was changed since. { $reason } The card below takes both back.
undo-blocked-remove = I can't undo that: it was changed since. { $reason } The card below removes it as it is now.
undo-both-title = Undo { $titles }
undo-remove-title = Remove what “{ $title }” added, as it is now
restore-title = Go back to version { $number }
restore-unchanged = The résumé is just as in version { $number } already.
restore-card = The card below goes back to version { $number }. It shows all that would change.
look-headline = { $title }: version { $number }, { $when }
look-empty = It is empty so far.

## Messages

message-too-long = That is longer than I can take in one message ({ $most } characters). Nothing of it was used.
message-try-again = I wasn't ready for that. Please send it once more.
without-model =
    I couldn't read that as a plain edit, and no language model is connected. What works now: “add Go to my skills”, “remove Java from my skills”, “change my headline to …”, “undo”, importing a file, the history. /help lists more.
quick-nothing-to-do = It is so already; there is nothing to change.
quick-not-valid = That can't stand there. { $reason }
event-parked = Something went wrong on our side with your last step (number { $number }). Nothing was changed; it is kept and can be looked into.
first-reply =
    I read your résumé and this conversation and propose changes; only you apply them, by Approve.
    Your text goes to the language model at { $host }.
    /privacy tells what is kept and how to delete it.
cards-shown = { $number ->
        [one] (A card was shown: { $titles })
       *[other] ({ $number } cards were shown: { $titles })
    }
stopped = Stopped.
stop-too-late = That is finished already.
pace-reached = That is { $number } messages in { $minutes } minutes. I answer this one at { $when }; plain sentences, presses and answers work meanwhile.
budget-reached = Today's share of the language model is used up. I answer this one at { $when }; plain sentences, presses and answers work meanwhile.
try-again-working = I'm working on it already.
try-again-done = That was tried again already.
working = Working on it…
working-file = Reading your file…

failed-timeout = The language model didn't answer in time. Your message is kept.
failed-rate-limited = The language model has too much to do right now. Your message is kept.
failed-unavailable = The language model can't be reached right now. Your message is kept.
failed-bad-key = The language model refused our key. Whoever runs this should check OPENAI_API_KEY. Your message is kept.
failed-refused = The language model declined to answer this. Your message is kept.
failed-empty = The language model gave no answer. Your message is kept.
failed-truncated = The language model's answer was cut off each time. Try a smaller step. Your message is kept.
failed-too-long = This conversation and résumé are too long for the language model. Your message is kept.
failed-unusable = The language model gave nothing that could be used. Your message is kept.

decided-approved = approved, it was so already: “{ $title }”
decided-approved-version = approved as version { $version }: “{ $title }”
decided-rejected = rejected: “{ $title }” { $reason }
decided-rejected-version = rejected: “{ $title }”
decided-superseded = another draft was asked for: “{ $title }”
decided-superseded-version = another draft was asked for: “{ $title }”
decided-expired = expired: “{ $title }”
decided-expired-version = expired: “{ $title }”
decided-undone = undone: “{ $title }”
decided-undone-version = undone (it was version { $version }): “{ $title }”
decided-pending = waits again: “{ $title }”
decided-pending-version = waits again: “{ $title }”

## Questions

answer-needed = This one is needed to go on. If you don't know, say so.
answer-year-only = Only the year will do.
answer-private = (kept private)
answer-stale = That place was changed since I asked, so I left it as it is now. Tell me if it should say something else.
answered = { $place } is filled in. This is version { $version }.
answered-why = { $place } answered
not-an-answer = Taken back; I read it as a message.
question-answered-privately = Answered; it stands in the résumé and nowhere else.
check-open = There is an open question already.
check-nothing = Nothing that is needed is missing.
button-change = Change
button-not-an-answer = Not an answer
button-year-only = Only the year
edited-is-no-answer = What it says now is no answer to my question. Press Change to answer anew.
answer-as-it-stands = That is how it stands.
answer-other = You answered { $answer } at { $when }. Press Change to answer anew.
answer-none = (no answer)
answer-unknown = I don't know.
answer-skipped = (skipped)
answer-as-message = About your question “{ $question }”: { $answer }
question-about = About “{ $title }”: { $prompt }
post-unreadable = (This message can no longer be read.)
question-answered = You answered: { $answer }
question-skipped = Skipped.
question-unknown = You don't know. Fine.
question-withdrawn = No longer needed.

## Commands

pending-none = Nothing waits for a decision.
pending-some = { $number ->
        [one] One card waits for your decision:
       *[other] { $number } cards wait for your decision:
    }
history-headline = “{ $title }”, newest first:
history-line = { $number } · { $title } · { $when }
language-set = I'll speak English from now on.
language-unchanged = We are speaking English already.
language-which = Say /language en or /language zh.
file-takeout = Everything that is kept of you: résumés with all versions, messages, proposals, questions
file-export-json = “{ $title }”, version { $version }, as Reactive Resume JSON
file-export-docx = “{ $title }”, version { $version }, as Word document
file-export-md = “{ $title }”, version { $version }, as Markdown
file-export-txt = “{ $title }”, version { $version }, as plain text
file-export-jsonresume = “{ $title }”, version { $version }, as JSON Resume
file-export-pdf = “{ $title }”, version { $version }, as PDF
file-export-png = “{ $title }”, version { $version }, as pictures
file-change = The whole of “{ $title }”
whole-before = Before:
whole-after = After:
import-how = Send me your résumé as a file, here in this conversation: PDF, Word, Reactive Resume, JSON Resume, RenderCV, LinkedIn's archive, Markdown or text.
export-which = Say /export and one of: pdf, docx, png, md, txt, json (Reactive Resume), jsonresume.
button-get-pdf = Get PDF
new-title = New résumé
new-why = Started empty
switched = “{ $title }” is your current résumé here.
resumes-headline = Your résumés
resume-line = { $title } · version { $version }
resume-current = in use here
switch-not-found = You have no résumé called “{ $title }”. These are yours:
button-use = Use
no-resume = There is no résumé here yet.
forget-warning = This deletes your résumés with all versions, this conversation, proposals, questions and counters, for real and for good. Take the file above along first if you want to keep anything.
forgotten = Everything of yours is deleted. Write to me again whenever you want to start anew.
button-forget = Delete everything
privacy = Your résumé, this conversation and the history are kept in this program's own database. For an answer, the conversation and the résumé are sent to the language model at { $host }. Nothing else leaves this machine.
privacy-without-model = Your résumé, this conversation and the history are kept in this program's own database, on this machine. No language model is connected; nothing leaves this machine.
help =
    Tell me what to change and I make a card; Approve applies it, Undo takes it back.
    Plain sentences that always work: “add Go and Rust to my skills”, “remove Java from my skills”, “change my headline to Platform Engineer”, “set my location to Delft”, “hide references”, “undo”.
    Commands: /show /pending /history /undo /export pdf|docx|png|md|txt|json /import /language en|zh /link /unlink /privacy /check /new /switch /takeout /forget /help
command-unknown = I don't know /{ $name }. /help lists what there is.

link-code = On the other platform use the command link with this code: { $code }
    It is good for { $minutes } minutes and for one use.
link-too-often = Those were { $number } codes in an hour. Try again later.
link-wrong-code = I don't know this code, or it has run out. Write /link on the other platform for a new one.
link-same = You gave me your own code. Write it on the other platform.
link-asked = Are you { $name } too? Then your résumés there and here become yours in both places.
link-waits = Fine. Now press “Yes, this is me” there, as { $name }.
link-linked = You and { $name } are one person to me now. /unlink takes it apart again.
link-refused = Not linked. Nothing was changed.
link-open = This code was not used yet.
link-decided = That is decided already.
unlink-alone = There is nothing to unlink: you use me in one place only.
unlinked = This place is on its own again. Your résumés stay with the others; write to me to start anew here.
button-link-yes = Yes, this is me
button-link-no = No
command-show = Your résumé as it stands
command-pending = Cards that wait for your decision
command-history = What changed, with Look and Undo
command-undo = Take your last change back
command-export = Take your résumé along: pdf, docx, png, md, txt or json
command-import = How to bring your own résumé
command-check = What your résumé still lacks
command-new = Start another résumé
command-switch = Use another of your résumés
command-language = English or 中文
command-link = Use me on another platform, too
command-unlink = Take this place apart again
command-privacy = What is kept, and where it goes
command-takeout = Everything that is kept of you, as a file
command-forget = Delete everything of yours
command-help = What you can say and do

## Settings

setting-gone = { $place } isn't there any more.
setting-unchanged = { $place } is { $value } already.
setting-why = { $place } is now { $value }
setting-hidden = hidden
setting-shown = shown

## Cards

button-approve = Approve
button-approve-anyway = Approve anyway
button-approve-all = Approve all plain ones ({ $number })
button-back = Back
button-reject = Reject
button-dismiss = Dismiss
button-edit = Edit
button-redraft = Redraft
button-bring-back = Bring back
button-undo = Undo
button-redo = Redo
button-open = Open
button-review = Read it whole
button-look = Look
button-restore = Restore
button-stop = Stop
button-try-again = Try again
button-skip = Skip
button-dont-know = I don't know
status-approved = Approved
status-approved-by = Approved by { $who } as version { $version }, { $when }
status-already-so-by = Approved by { $who }, { $when }: it was so already, no new version
status-rejected = Rejected
status-rejected-by = Rejected by { $who }, { $when }
status-superseded = Replaced by a newer draft
status-superseded-by = Replaced by a newer draft, asked for by { $who }, { $when }
status-expired = Expired
status-expired-by = Expired
status-undone = Undone
status-undone-by = Undone by { $who }, { $when }
status-out-of-date = Out of date: nothing was changed
status-confirm = One more deliberate press applies it
warning-shown-again = Something around it changed since this was first shown; the lines are marked.
warning-not-in-material = Not in your material: { $marks }. Approve only if it is true.
warning-destructive = This removes something.
note-hidden-now = This part is hidden on the résumé at present.
note-resume = Of your résumé “{ $title }”
note-already-so = All of this is so already.
line-nothing-left = nothing stands there afterwards
line-whole = all that stands there afterwards
line-twins = { $names } came meanwhile
line-top = on top
line-end = at the end
line-reordered = put in another order
line-only-formatting = only the formatting
value-yes = yes
value-no = no
and-join = , {""}
batch-headline = { $number } proposals
batch-status = { $decided } of { $number } decided

## Reasons

who-you = you
who-somebody = somebody
reasons-more = And { $number } more.
conflict-changed = { $place }: this card says “{ $wanted }”. It was “{ $stood }” then, and is “{ $stands }” now.
conflict-changed-place = { $place } was changed since.
conflict-gone = { $place } is no longer there.
conflict-edited = { $place }: this card removes it, and it was changed since.
conflict-order = { $place } was put in another order since.
conflict-condition = { $place } is no longer as this card needs it.
conflict-doubled = { $place } would stand twice.
conflict-invalid = { $place } would break a rule of the résumé.
conflict-since = (since version { $version }: { $who }, { $when })

## Causes of versions

cause-created = { $title }
cause-imported = { $title }
cause-approved = { $title }
cause-answered = { $title }
cause-setting = { $title }
cause-undone = { $title }
cause-restored = { $title }

## Controls

control-yes = Yes
control-no = No
control-recommended = Recommended
control-range = { $start } – { $end }
control-present = present
control-files = { $count ->
    [one] One file
   *[other] { $count } files
}
control-not-text = Please answer with a text.
control-too-short = { $least ->
    [one] The answer is empty.
   *[other] That is too short: { $least } characters are the least.
}
control-too-long = That is too long: { $most } characters are the most.
control-not-shown = The text has a character that can't be shown.
control-not-offered = Please choose one of the options.
control-which-option = That fits more than one option. Which one is it?
control-too-few = { $least ->
    [one] Please choose at least one.
   *[other] Please choose at least { $least }.
}
control-too-many = { $most ->
    [one] Please choose one only.
   *[other] Please choose { $most } at most.
}
control-twice = The same thing stands in the answer twice.
control-not-number = Please answer with a number, for example 3 or 3.5.
control-not-whole = Please answer with a whole number.
control-too-small = The number must be at least { $least }.
control-too-large = The number must be at most { $most }.
control-not-date = Please give a date that the calendar has, for example 2018-03-05, or only the year.
control-which-date = Which of the two is the day? Please write the date like 2018-03-05.
control-too-early = The date must not be before { $first }.
control-too-late = The date must not be after { $last }.
control-not-range = Please give a start and an end, for example 2015 – 2018.
control-needs-end = Please give an end, too.
control-end-before-start = The end must not be before the start.
control-not-link = Please give a link that begins with http:// or https://.
control-not-file = Please hand over a file.
control-file-type = Only files of these types can be taken: { $types }.
control-not-yes-or-no = Please answer with yes or no.
control-one-line = This place takes one line only.
control-no-field = An answer can't be written there.
control-field-gone = The place that this was about is no longer in the résumé.
control-no-fit = The résumé can't take that answer there.

lack-name = What is your name?
lack-name-reason = A résumé begins with it.
lack-email = At which email address can people reach you?
lack-email-reason = Without one nobody can answer you.
lack-headline = What do you do, in a few words?
lack-headline-reason = It stands below your name, for example “Backend Engineer”.
lack-position = What was your job title at { $company }?
lack-position-reason = This job has no title yet.
lack-period = When were you at { $name }?
lack-period-role = When were you { $position } at { $name }?
lack-period-reason = The dates lack. “I don't know” and “only the year” are fine answers.
lack-summary = What should people know about you first? Two or three sentences are enough.
lack-summary-reason = Your summary is empty. Your words become a suggestion, which you approve or not.

## Places in a résumé

place-resume = The résumé
place-quoted = “{ $text }”
place-block = a paragraph
place-entry = Untitled entry
place-list = List
place-order = Order
place-page = Page { $number }
place-section-summary = Summary
place-section-profiles = Profiles
place-section-experience = Experience
place-section-education = Education
place-section-projects = Projects
place-section-skills = Skills
place-section-languages = Languages
place-section-interests = Interests
place-section-awards = Awards
place-section-certifications = Certifications
place-section-publications = Publications
place-section-volunteer = Volunteer
place-section-references = References
place-section-custom = Untitled section
place-field-picture = Picture
place-field-picture-url = Address of the picture
place-field-picture-hidden = Hidden
place-field-size = Size
place-field-rotation = Rotation
place-field-aspect-ratio = Aspect ratio
place-field-border-radius = Rounded corners
place-field-border-color = Border colour
place-field-border-width = Border width
place-field-shadow-color = Shadow colour
place-field-shadow-width = Shadow width
place-field-basics = Basics
place-field-basics-name = Name
place-field-headline = Headline
place-field-email = Email
place-field-phone = Phone
place-field-location = Location
place-field-website = Website
place-field-url = Address
place-field-label = Label
place-field-inline-link = Link on the title
place-field-custom-fields = Custom fields
place-field-text = Text
place-field-link = Link
place-field-id = Id
place-field-icon = Icon
place-field-icon-color = Icon colour
place-field-title = Title
place-field-columns = Columns
place-field-hidden = Hidden
place-field-keep-together = Keep together
place-field-start-on-new-page = Start on a new page
place-field-content = Text
place-field-type = Type
place-field-sections = Sections
place-field-custom-sections = Custom sections
place-field-network = Network
place-field-username = Username
place-field-company = Company
place-field-position = Position
place-field-period = Period
place-field-description = Description
place-field-roles = Roles
place-field-school = School
place-field-degree = Degree
place-field-area = Area of study
place-field-grade = Grade
place-field-name = Name
place-field-proficiency = Proficiency
place-field-level = Level
place-field-keywords = Keywords
place-field-language = Language
place-field-fluency = Fluency
place-field-awarder = Awarder
place-field-date = Date
place-field-issuer = Issuer
place-field-publisher = Publisher
place-field-organization = Organization
place-field-recipient = Recipient
place-field-metadata = Settings
place-field-template = Template
place-field-layout = Layout
place-field-sidebar-width = Sidebar width
place-field-pages = Pages
place-field-full-width = Full width
place-field-main = Main column
place-field-sidebar = Sidebar
place-field-metadata-page = Page
place-field-gap-x = Horizontal gap
place-field-gap-y = Vertical gap
place-field-margin-x = Side margins
place-field-margin-y = Top and bottom margins
place-field-format = Format
place-field-locale = Language of the résumé
place-field-hide-link-underline = Links without underline
place-field-hide-icons = Hide icons
place-field-hide-section-icons = Hide section icons
place-field-design = Design
place-field-design-level = Level display
place-field-level-type = Shape
place-field-colors = Colours
place-field-primary = Accent
place-field-colors-text = Text
place-field-background = Background
place-field-typography = Typography
place-field-body = Body
place-field-heading = Headings
place-field-font-family = Font
place-field-font-weights = Font weights
place-field-font-size = Font size
place-field-line-height = Line height
place-field-notes = Notes
place-field-style-rules = Style rules
place-field-stylesheet = Stylesheet

# Telegram
telegram-before = Before
telegram-after = After
telegram-more-lines = { $count ->
        [one] … and one more change.
       *[other] … and { $count } more changes.
    }
telegram-done = Done ({ $count })
telegram-selected = { $count } selected
telegram-present = Still going on
telegram-only-year = Only the year { $year }
telegram-only-month = Only { $month }
telegram-month = { $month ->
        [1] Jan
        [2] Feb
        [3] Mar
        [4] Apr
        [5] May
        [6] Jun
        [7] Jul
        [8] Aug
        [9] Sep
        [10] Oct
        [11] Nov
       *[12] Dec
    }
telegram-month-of = { $month } { $year }
telegram-step-from = From when?
telegram-step-to = From { $start }. Until when?
telegram-hint-choice = You can also type an answer of your own.
telegram-hint-choices = Tick what fits, then press Done. You can also type your answer.
telegram-hint-text = Type your answer as a message.
telegram-hint-textarea = Type your answer as a message; it may have several lines.
telegram-hint-number = You can also type a number.
telegram-hint-between = A number from { $least } to { $most }; you can also type it.
telegram-hint-date = Choose the year first; the year alone is an answer, too. You can also type it.
telegram-hint-url = Send the link as a message.
telegram-hint-file = Send the file now.
telegram-hint-media = I can't listen or watch. Please write it as text, or send a file or a picture.
telegram-hint-other = I can't use that. Please write it as text, or send a file or a picture.
telegram-hint-album = I took the first file of these. Please send the others one at a time.
telegram-file-too-large = That file is too large: { $most } MB are the most that I can take here.
telegram-file-not-fetched = I couldn't fetch that file from Telegram. Please send it once more.
telegram-gone = This message is no longer current.
telegram-open = Open our chat

# Slack
slack-home-empty = Nothing of yours is kept here. Write to me whenever you want to start.
slack-lines-left = { $number ->
    [one] One more change is not drawn here.
   *[other] { $number } more changes are not drawn here.
}
slack-cut = Long texts are shortened here.
slack-cut-review = “{ $review }” shows all of it.
slack-text-cut = This is longer than a message of Slack's holds; the rest is left out here.
slack-is-new = different now
slack-submit = Submit
slack-answer = Answer…
slack-own-words = In my own words…
slack-others = Something else, one to a line
slack-your-answer = Your answer
slack-choose = Choose
slack-choose-several = Choose what fits
slack-draft-too-long = What stands there is longer than Slack's field holds, so the field is empty. You can also answer by writing a message here, or by attaching a text.
slack-write-if-long = This field holds { $most } characters. You can also write a longer answer as a message here.
slack-date-in-part = If you don't know the day, choose the year, and the month if you know it.
slack-date = Day
slack-month = Month
slack-year = Year
slack-start = From
slack-end = Until
slack-present = still going on
slack-or-attach = You can also attach the file here.
slack-form-lines = Edit
slack-form-reason = Redraft
slack-form-review = The whole change
slack-form-ask = Answer
slack-form-notice = Countersign
slack-close = Close
slack-save = Save
slack-loading = Loading…
slack-press-again = Slack didn't open the form in time. Please press once more.
slack-gone = This is no longer current. Look at the message as it is now.
slack-reason = Why another draft? (you can leave this empty)
slack-line-text = What it should say
slack-which-line = Which line?
slack-line-too-long = This line is longer than Slack's field holds. Tell me in a message what it should say.
slack-page = Page { $number } of { $count }
slack-page-back = Back
slack-page-next = Next
slack-home-title = { $title } · version { $version }
slack-home-sample = This is a sample. Send me your own Reactive Resume file in our messages.
slack-home-waiting = Waiting for you ({ $number })
slack-home-history = History
slack-hidden = hidden
slack-speak-en = Speak English
slack-speak-zh = 说中文
slack-help = Help
slack-get-pdf = Get PDF
slack-resumes = My résumés
slack-see-messages = The answer is in our direct messages.
slack-file-not-fetched = I couldn't fetch that file from Slack. Please attach it once more.
slack-file-too-large = That file is too large: { $most } MB are the most that I can take here.
slack-prompt-tailor = Tailor to a job advert
slack-prompt-tailor-message = Tailor my résumé to this job advert:
slack-prompt-shorten = Shorten my summary
slack-prompt-shorten-message = Shorten my summary to two sentences
slack-prompt-check = What is missing?
slack-prompt-check-message = What is missing in my résumé?
