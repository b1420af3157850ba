"""Interruptions: the page says that the hub is gone, keeps what it shows, and comes back by itself."""


import cases
import service

TITLE = "document.querySelector('[data-station=kanalrand] .card-title').innerText"


class RecoveryTests(cases.PageTests):
    def test_a_hub_that_is_killed_and_started_again(self):
        page = self.open(script=cases.MUTATIONS)
        page.wait(f"{TITLE} === 'Undertow'")
        self.hub.kill()
        page.wait("document.querySelector('.banner').checkVisibility()")
        self.assertIn("Connection to the hub lost", page.text(".banner"))
        # Nothing blanks because a connection was lost.
        self.assertEqual(self.card(page, "kanalrand"), "Undertow")
        page.wait("document.querySelector('[role=status]').innerText"
                  " === 'Connection to the hub lost'")
        page.run("document.querySelector('.card-play').click()")
        page.wait("document.querySelector('.toast').innerText === 'There is no connection to the hub'")
        page.run("globalThis.isSamePage = true")
        self.hub["kanalrand"].play("Sluice", "Lock & Weir")
        self.hub.start()
        page.wait("!document.querySelector('.banner').checkVisibility()", within=60)
        page.wait(f"{TITLE} === 'Sluice'")
        page.wait("document.querySelector('[role=status]').innerText.includes('again')")
        self.assertTrue(page.run("isSamePage"))
        self.hub["kanalrand"].play("Undertow", "Mara Ebb")
        page.wait(f"{TITLE} === 'Undertow'")

    def test_what_is_the_same_after_a_restart_is_not_drawn_again(self):
        page = self.open(script=cases.MUTATIONS)
        page.wait(f"{TITLE} === 'Undertow'")
        page.wait("document.querySelector('[data-station=nachtschicht] .card-title').innerText"
                  " === 'Requests until dawn'")
        page.run("changes.length = 0")
        self.hub.kill()
        page.wait("document.querySelector('.banner').checkVisibility()")
        self.hub.start()
        page.wait("document.querySelector('[data-phase=open]') !== null", within=60)
        page.wait("!document.querySelector('.banner').checkVisibility()")
        page.wait(f"{TITLE} === 'Undertow'")
        page.wait("document.querySelector('[data-station=nachtschicht] .card-title').innerText"
                  " === 'Requests until dawn'")
        artists = page.run("changes.filter((change) => change.includes('card-play'))")
        self.assertEqual(artists, [])
        self.assertEqual(page.run("changes.filter((change) => /^childList.*cards/.test(change))"), [])


class TokenTests(cases.PageTests):
    def test_a_wrong_token_is_said_and_another_one_taken(self):
        page = self.browser.open(f"{self.hub.origin}/#token=wrong&/remote")
        self.addCleanup(page.close)
        page.wait("document.querySelector('.banner').checkVisibility()")
        self.assertIn("token is not valid", page.text(".banner"))
        page.run("document.querySelector('.banner input').focus()")
        page.type(service.TOKEN)
        page.press("Enter")
        page.wait("document.querySelector('[data-phase=open]') !== null")
        page.wait("document.querySelector('.remote').checkVisibility()")
        self.assertFalse(page.run("document.querySelector('.banner').checkVisibility()"))

    def test_a_wrong_token_can_be_left_away(self):
        page = self.browser.open(f"{self.hub.origin}/#token=wrong&/")
        self.addCleanup(page.close)
        page.wait("document.querySelector('.banner').checkVisibility()")
        page.run("""[...document.querySelectorAll('.banner .button')]
            .find((button) => button.innerText === 'Continue without').click()""")
        page.wait("document.querySelectorAll('.card').length === 2")
