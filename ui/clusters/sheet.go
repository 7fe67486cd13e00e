package clusters

import (
	"slices"
	"strings"

	"example.org/espalier/ui/dialogs"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/say"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
)

// A sheet edits the saved clusters.
type sheet struct {
	book   Book
	d      *dialogs.Dialogs
	done   func()
	s      *dialogs.Sheet
	list   []Saved
	at     int
	picker *controls.Picker
	fields []*controls.Field
	remove *controls.Button
	wrong  *controls.Paragraph
}

// of lists the texts of a cluster in the order of the fields.
func (c *Saved) of() []*string {
	return []*string{&c.Name, &c.Folder, &c.Submit, &c.Queue, &c.Cancel, &c.Program, &c.Partition}
}

// labels name the fields, with the text of an empty one.
var labels = []struct{ label, empty string }{
	{"Name", "of your choice"},
	{"Shared folder", "a path that the nodes share"},
	{"Submit", "sbatch, or ssh login sbatch"},
	{"List jobs", "squeue, or ssh login squeue"},
	{"Cancel jobs", "scancel, or ssh login scancel"},
	{"Program there", "same path as here"},
	{"Partition", "the usual one"},
}

// Ask shows the saved clusters and lets the user change them; done is called once they are kept.
func (b Book) Ask(d *dialogs.Dialogs, done func()) {
	c := &sheet{book: b, d: d, done: done, list: b.List()}
	if len(c.list) == 0 {
		c.list = append(c.list, New())
	}
	c.picker = controls.NewPicker(nil, "", c.pick)
	c.wrong = controls.NewParagraph("", 460, look.SizeSmall, look.BadText)
	rows := controls.Stack(8,
		controls.NewParagraph("A run on a cluster is a job in its queue. It continues when this window closes, and "+
			"its result comes back here. The machines must share a folder, under the same path on each.", 460,
			look.SizeBody, look.Ink))
	c.remove = controls.NewButton("Remove", controls.Quiet, c.drop)
	rows.Add(controls.Row(300, controls.Label("Cluster"), c.picker))
	for i, l := range labels {
		f := controls.NewField("", nil)
		f.Left, f.PlaceHolder = true, l.empty
		f.OnChanged = func(text string) {
			*c.list[c.at].of()[i] = strings.TrimSpace(text)
			if i == 0 {
				c.titles()
			}
		}
		c.fields = append(c.fields, f)
		rows.Add(controls.Row(300, controls.Label(l.label), f))
	}
	rows.Add(c.wrong)
	c.s = d.OpenSheet("Clusters", fyne.NewSize(500, 470), container.NewVScroll(rows),
		controls.NewButton("New", controls.Quiet, c.add), c.remove,
		controls.NewButton("Cancel", controls.Quiet, func() { c.s.Close() }),
		controls.NewButton("Keep", controls.Primary, c.accept))
	c.s.Accept = c.accept
	c.show(0)
	d.Window.Canvas().Focus(c.fields[0])
}

// titles brings the list of names up to date.
func (c *sheet) titles() {
	c.picker.Options = nil
	for i, k := range c.list {
		title := k.Name
		if title == "" {
			title = "without a name"
		}
		c.picker.Options = append(c.picker.Options, controls.Option{Value: say.Thousands(i + 1), Title: title})
	}
	c.picker.Value = say.Thousands(c.at + 1)
	c.picker.Refresh()
}

// show puts a cluster into the fields.
func (c *sheet) show(at int) {
	c.at = at
	c.titles()
	for i, text := range c.list[at].of() {
		c.fields[i].SetText(*text)
		c.fields[i].SetWrong(false)
	}
	c.wrong.Set("", look.BadText)
	c.s.Refresh()
}

func (c *sheet) pick(value string) {
	for i := range c.list {
		if say.Thousands(i+1) == value {
			c.show(i)
		}
	}
}

func (c *sheet) add() {
	c.list = append(c.list, New())
	c.show(len(c.list) - 1)
	c.d.Window.Canvas().Focus(c.fields[0])
}

func (c *sheet) drop() {
	c.list = slices.Delete(c.list, c.at, c.at+1)
	if len(c.list) == 0 {
		c.list = append(c.list, New())
	}
	c.show(min(c.at, len(c.list)-1))
}

// accept keeps the clusters if each can be used from here. One without a word is left out.
func (c *sheet) accept() {
	var keep []Saved
	seen := map[string]bool{}
	for i, k := range c.list {
		if k == New() {
			continue
		}
		problem := ""
		if err := k.Cluster("").Check(); err != nil {
			problem = say.Sentence(err.Error())
		} else if seen[k.Name] {
			problem = "Two clusters are called " + k.Name + "."
		}
		if problem != "" {
			c.show(i)
			c.wrong.Set(problem, look.BadText)
			c.s.Refresh()
			return
		}
		seen[k.Name] = true
		keep = append(keep, k)
	}
	c.s.Close()
	c.book.Keep(keep)
	c.done()
}
