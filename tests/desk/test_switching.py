"""Several résumés of one person: started, listed, switched; each conversation has its own current one."""

from core.show.view import HomeView, ListView
from tests.talk import Talk, base_resume


async def test_a_new_resume_is_empty_and_current_and_the_old_one_is_kept(talk: Talk) -> None:
    await talk.say("/new Data jobs")
    resume = await talk.resume()
    assert (resume.title, resume.version) == ("Data jobs", 1)
    assert (await talk.document())["basics"]["name"] == ""
    await talk.say("change my name to 李小梅")
    await talk.press("Approve")
    [home] = talk.views(HomeView)
    assert (home.title, home.name) == ("Data jobs", "李小梅")
    await talk.command("switch")
    [listed] = talk.views(ListView)
    assert len(listed.items) == len(listed.buttons) == 3
    [place] = [number for number, item in enumerate(listed.items) if "Data jobs" in item]
    others = [button for number, button in enumerate(listed.buttons) if number != place]
    titles = {home.title}
    for button in others:
        await talk.send_press(button.token, None)
        titles.add(talk.views(HomeView)[0].title)
    assert len(titles) == 3
    await talk.command("switch", "data JOBS")
    assert talk.views(HomeView)[0].name == "李小梅"


async def test_a_stranger_cannot_switch_to_it(talk: Talk) -> None:
    resume = await talk.resume()
    talk.actor = talk.actor.model_copy(update={"user": "stranger"})
    notice = await talk.send_press(f"r{resume.id}.0..choose", None)
    assert notice is not None
    assert notice.text.startswith("Only the owner")


async def test_another_conversation_has_its_own_current_resume(talk: Talk) -> None:
    other = Talk(talk.app, talk.platform, channel="second")
    await other.open()
    assert (await other.document()) == base_resume(), "the last used one to begin with"
    await other.command("new", "Second")
    assert (await talk.document()) == base_resume()
    assert (await other.resume()).title == "Second"
