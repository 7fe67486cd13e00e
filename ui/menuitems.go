package ui

import (
	"slices"

	"fyne.io/fyne/v2"
)

// offerMore has "Run More" stand in the menu where no other item does the same: where the first one would begin anew.
func (m *menus) offerMore(s Stage) {
	at := slices.Index(m.runMenu.Items, m.more)
	switch offered := s.More && goText(s) != runMore; {
	case offered && at < 0:
		m.runMenu.Items = slices.Insert(m.runMenu.Items, slices.Index(m.runMenu.Items, m.settle), m.more)
	case !offered && at >= 0:
		m.runMenu.Items = slices.Delete(m.runMenu.Items, at, at+1)
	}
}

// mostPageKeys is how many pages have a key: Ctrl+1 to Ctrl+9.
const mostPageKeys = 9

// refreshPages lists the pages of the figure with their keys.
func (m *menus) refreshPages() {
	c := m.w.centre
	var items []*fyne.MenuItem
	for i, name := range c.tabs.Names() {
		var k *key
		if i < mostPageKeys {
			k = &key{fyne.KeyName(string(rune('1' + i))), control}
		}
		page := item(name, k, func() { c.tabs.Pick(name) })
		page.Checked = name == c.tabs.Picked()
		items = append(items, page)
	}
	m.w.underStages(items)
	m.w.underSheets(items)
	m.pages.ChildMenu = fyne.NewMenu("", items...)
}

// hideIdleKeys takes the keys from items that cannot be used, for the toolkit would write them darker than the keys of
// those that can.
func (m *menus) hideIdleKeys() {
	for _, menu := range m.main.Items {
		for _, i := range menu.Items {
			if i.Shortcut != nil {
				m.keys[i] = i.Shortcut
			}
			if i.Shortcut = m.keys[i]; i.Disabled {
				i.Shortcut = nil
			}
		}
	}
}

// turnPage shows the page so many tabs on.
func (c *centre) turnPage(by int) {
	names := c.tabs.Names()
	if n := len(names); n > 0 {
		at := slices.Index(names, c.tabs.Picked())
		c.tabs.Pick(names[((at+by)%n+n)%n])
	}
}
