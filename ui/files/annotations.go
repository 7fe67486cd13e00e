package files

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"example.org/espalier/inference"
	"example.org/espalier/inference/annotate"
	"example.org/espalier/inference/study"
	"example.org/espalier/plotting"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/views/controls"
	"example.org/espalier/views/panics"
	"example.org/espalier/views/say"
	look "example.org/espalier/views/theme"
	"example.org/espalier/views/trees"
)

// Annotations shows how a file of annotations joins a table, with the names that do not match, and lets the user change
// every guess before it is added.
type Annotations struct {
	d       *dialogs.Dialogs
	table   *inference.Table
	lines   *annotate.Lines
	choices annotate.Choices
	joined  *annotate.Joined // nil where nothing matches
	uses    Use
	chosen  bool // that the user chose uses
	then    func(j *annotate.Joined, use Use)
	asked   int // joins requested: only the last answer counts

	sheet                   *dialogs.Sheet
	summary                 *controls.Text
	notes                   *controls.Paragraph
	target, key, exact, use *controls.Picker
	lists                   *fyne.Container
	add                     *controls.Button
}

const annotationsText = 600

// ShowAnnotations shows how lines of a file join a table. If the user adds them, it calls then with the annotations and
// their use. other opens the file as a table; nil where that cannot be.
func ShowAnnotations(d *dialogs.Dialogs, t *inference.Table, lines *annotate.Lines,
	then func(j *annotate.Joined, use Use), other func()) *Annotations {
	s := &Annotations{d: d, table: t, lines: lines, then: then}
	s.summary = controls.NewText("", look.SizeBody, look.Ink).Bold().Elastic()
	s.notes = controls.NewParagraph("", annotationsText, look.SizeSmall, look.BadText)
	s.target = controls.NewPicker([]controls.Option{{Value: string(annotate.Rows), Title: "rows"},
		{Value: string(annotate.Columns), Title: "columns"}}, string(annotate.Rows), func(v string) {
		s.choices.Target, s.choices.Key = annotate.Target(v), 0
		s.join()
	})
	s.key = controls.NewPicker(nil, "", func(v string) {
		_, _ = fmt.Sscan(v, &s.choices.Key) // the values are those put below
		s.keepTarget()
		s.join()
	})
	s.exact = controls.NewPicker(controls.Options("guessed", "not joined"), "guessed", func(v string) {
		s.choices.Exact = v != "guessed"
		s.keepTarget()
		s.join()
	})
	s.use = controls.NewPicker(nil, "", func(v string) { s.uses, s.chosen = useOf(v), true })
	cell := func(label string, o fyne.CanvasObject) fyne.CanvasObject {
		return controls.Stack(4, controls.NewText(label, look.SizeSmall, look.Muted), o)
	}
	form := controls.Shares(12, []float32{1, 1.4, 1.2, 1.6}, cell("Annotates the", s.target), cell("Names are in", s.key),
		cell("Names that differ are", s.exact), cell("Use as", s.use))
	s.lists = controls.Stack(12)
	body := container.NewBorder(controls.Stack(10, form, controls.Stack(4, s.summary, s.notes), controls.Rule()), nil, nil,
		nil, container.NewVScroll(controls.Inset(0, 8, 0, 0, s.lists)))
	s.add = controls.NewButton("Add", controls.Primary, s.accept)
	buttons := []fyne.CanvasObject{controls.NewButton("Cancel", controls.Quiet, func() { s.sheet.Close() }), s.add}
	if other != nil {
		table := controls.NewButton("Open as a table", controls.Quiet, func() { s.sheet.Close(); other() })
		buttons = append([]fyne.CanvasObject{table}, buttons...)
	}
	s.sheet = d.OpenSheet("Annotations of "+t.Name+" from "+lines.File, fyne.NewSize(680, 480), body, buttons...)
	s.sheet.Accept = s.accept
	s.sheet.Closed = func() { s.asked++ }
	s.add.SetEnabled(false)
	s.join()
	return s
}

// keepTarget stays with the side of the table that is shown.
func (s *Annotations) keepTarget() {
	if s.joined != nil {
		s.choices.Target = s.joined.Target
	}
}

// join joins the file with the present choices, on another goroutine.
func (s *Annotations) join() {
	s.asked++
	mine, choices := s.asked, s.choices
	s.d.Background(func(context.Context) func() {
		j, err := panics.Call(func() (*annotate.Joined, error) { return annotate.Join(s.table, s.lines, choices) })
		return func() {
			if mine == s.asked {
				s.put(j, err)
			}
		}
	})
}

// put shows how the file joins the table.
func (s *Annotations) put(j *annotate.Joined, err error) {
	s.joined = j
	s.add.SetEnabled(err == nil && len(j.Annotations) > 0)
	s.lists.Objects = nil
	if err != nil {
		s.joined = nil
		s.summary.Set("Nothing matches with these settings.")
		s.notes.Set(say.Explain(err), look.BadText)
		s.sheet.Refresh()
		return
	}
	s.target.Put(string(j.Target))
	var keys []controls.Option
	for i, name := range j.Fields {
		keys = append(keys, controls.Option{Value: fmt.Sprint(i + 1), Title: name})
	}
	offer(s.key, keys, fmt.Sprint(j.Key))
	s.putUses(j)
	s.summary.Set(fmt.Sprintf("%d of %s, %s", j.Matched(),
		plotting.Plural(len(j.To), strings.TrimSuffix(string(j.Target), "s")), annotationsOf(j)))
	s.notes.Set(replaced(s.table, j), look.WarnText)
	for _, list := range j.Lists() {
		title := controls.NewText(list.Title, look.SizeBody, look.Ink).Bold()
		s.lists.Add(controls.Stack(3, title,
			controls.NewParagraph(list.Text(200), annotationsText, look.SizeSmall, look.Muted)))
	}
	if len(s.lists.Objects) == 0 {
		s.lists.Add(controls.NewText("Every name matches.", look.SizeBody, look.Muted))
	}
	s.sheet.Refresh()
}

// forNames begins the options by which an annotation stands in place of the names.
const forNames = "names "

// useOf reads an option of the picker of uses.
func useOf(option string) Use {
	if name, ok := strings.CutPrefix(option, forNames); ok {
		return Use{Names: name}
	}
	return Use{Groups: strings.TrimPrefix(option, forGroups)}
}

const forGroups = "groups "

// option is the inverse of useOf.
func (u Use) option() string {
	switch {
	case u.Names != "":
		return forNames + u.Names
	case u.Groups != "":
		return forGroups + u.Groups
	}
	return ""
}

// putUses offers the annotations of few levels as groups, and each in place of the names. The second column of a file
// of two, which tells all names apart, is offered for that first.
func (s *Annotations) putUses(j *annotate.Joined) {
	const mostGroups = 60
	uses := []controls.Option{{Value: "", Title: "annotations"}}
	for _, a := range j.Annotations {
		if k := len(a.Levels); k > 0 && k <= mostGroups {
			uses = append(uses, controls.Option{Value: Use{Groups: a.Name}.option(), Title: "groups by " + a.Name})
		}
	}
	for _, a := range j.Annotations {
		uses = append(uses, controls.Option{Value: Use{Names: a.Name}.option(),
			Title: "names by " + a.Name, Note: "They stand in place of the names of the " + string(j.Target) +
				" in all figures, lists and tests of gene sets."})
	}
	if a := j.Annotations; !s.chosen && len(a) == 1 && len(j.Fields) == 2 && !a[0].Numeric &&
		2*len(a[0].Levels) > j.Matched() {
		s.uses = Use{Names: a[0].Name}
	}
	if !slices.ContainsFunc(uses, func(o controls.Option) bool { return o.Value == s.uses.option() }) {
		s.uses = Use{}
	}
	offer(s.use, uses, s.uses.option())
}

// offer puts options and a value into a picker, without a call of OnPicked.
func offer(p *controls.Picker, options []controls.Option, value string) {
	p.Options, p.Value = options, value
	p.Refresh()
}

// annotationsOf names the annotations of a file.
func annotationsOf(j *annotate.Joined) string {
	var names []string
	for _, a := range j.Annotations {
		names = append(names, a.Name)
	}
	const most = 6
	if len(names) > most {
		names = append(names[:most], fmt.Sprintf("%d more", len(names)-most))
	}
	if len(names) == 0 {
		return "no annotation: the file contains only names"
	}
	return strings.Join(names, ", ")
}

// replaced says which annotations of the table are replaced.
func replaced(t *inference.Table, j *annotate.Joined) string {
	of := t.Annotations
	if j.Target == annotate.Columns {
		of = t.ColumnAnnotations
	}
	var names []string
	for _, a := range j.Annotations {
		for _, b := range of {
			if a.Name == b.Name {
				names = append(names, a.Name)
			}
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "Shown instead of the table's own: " + strings.Join(names, ", ") + "."
}

func (s *Annotations) accept() {
	if s.add.Disabled() || s.joined == nil {
		return
	}
	s.sheet.Close()
	s.then(s.joined, s.uses)
}

// A Use is the use of joined annotations: groups by one of them, one of them in place of the names, or annotations
// alone.
type Use struct{ Groups, Names string }

// Annotated returns h with the annotations of j, or, if use names one of them for groups, with the groups of its levels
// in place of those that were there. what describes the additions in words.
func Annotated(h study.Sheet, j *annotate.Joined, use Use) (_ study.Sheet, what string) {
	columns, groups := j.Target == annotate.Columns, use.Groups
	if i := slices.IndexFunc(j.Annotations,
		func(a inference.Annotation) bool { return a.Name == groups }); groups != "" && i >= 0 {
		side := &h.Rows
		if columns {
			side = &h.Columns
		}
		side.Groups = study.GroupsBy(j.Annotations[i], trees.FreeColour)
		return h, "groups of " + string(j.Target) + " by " + groups
	}
	for _, a := range j.Annotations {
		if columns {
			h = h.WithColumnAnnotation(a)
		} else {
			h = h.WithAnnotation(a)
		}
	}
	if use.Names != "" {
		if columns {
			h.Naming.Columns = use.Names
		} else {
			h.Naming.Rows = use.Names
		}
		return h, "names of " + string(j.Target) + " by " + use.Names
	}
	return h, plotting.Plural(len(j.Annotations), "annotation") + " of " + string(j.Target)
}
