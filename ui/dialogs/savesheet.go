package dialogs

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"example.org/espalier/inference/algorithm/stable"
	"example.org/espalier/views/controls"
	look "example.org/espalier/views/theme"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/dialog"
)

// completed returns a path with the first extension of some kinds of file, unless it has one of them.
func completed(path string, filters []FileFilter) string {
	known := extensions(filters)
	has := slices.ContainsFunc(known, func(e string) bool { return strings.EqualFold(e, filepath.Ext(path)) })
	all := slices.ContainsFunc(filters, func(f FileFilter) bool { return slices.Contains(f.Extensions, "*") })
	if has || len(known) == 0 || all && filepath.Ext(path) != "" {
		return path
	}
	return path + known[0]
}

// atHome returns a path as it was typed with the user's folder in place of "~".
func atHome(path string) string {
	path = strings.TrimSpace(path)
	if rest, ok := strings.CutPrefix(path, "~"); ok && (rest == "" || os.IsPathSeparator(rest[0])) {
		if home, err := os.UserHomeDir(); err == nil {
			return home + rest
		}
	}
	return path
}

// mostName is how many bytes a name may have: with the ending added while a file is written, no more than the 255 that
// disks take.
const mostName = 220

// placed returns the path of a name in a folder, both as they were typed, or a message about their fault.
func placed(folder, name string, filters []FileFilter) (path, wrong string) {
	name = atHome(name)
	folder, err := filepath.Abs(atHome(folder))
	if err != nil {
		return "", "The folder " + folder + " cannot be used: " + err.Error() + "."
	}
	if filepath.IsAbs(name) {
		folder, name = filepath.Split(name)
	}
	path = completed(filepath.Join(folder, name), filters)
	folder = filepath.Dir(path)
	info, err := os.Stat(folder)
	switch {
	case name == "" || strings.HasSuffix(name, string(filepath.Separator)):
		return "", "Give the file a name."
	case len(filepath.Base(path)) > mostName:
		return "", "The name is too long. Choose a shorter one."
	case errors.Is(err, fs.ErrNotExist):
		return "", "There is no folder " + folder + ". Choose one that is there."
	case err != nil:
		return "", "The folder " + folder + " cannot be used: " + err.Error() + "."
	case !info.IsDir():
		return "", folder + " is a file, not a folder."
	}
	if at, err := os.Stat(path); err == nil && at.IsDir() {
		return "", path + " is a folder. Give the file another name."
	}
	return path, ""
}

// plainSave asks for a name and a folder. The toolkit's save dialog creates the file before anything is
// written, so it is not used.
func (d *Dialogs) plainSave(title, name string, filters []FileFilter, then func(string)) {
	at, _ := os.Getwd()
	if f := d.folder(); f != nil {
		at = f.Path()
	}
	called, folder := controls.NewField(name, nil), controls.NewField(at, nil)
	called.Left, folder.Left = true, true
	wrong := controls.NewParagraph("", 480, look.SizeSmall, look.BadText)
	kind := kindOf(called, filters)
	var s *Sheet
	accept := func() {
		first := filters
		if kind != nil { // the kind that a name without an extension has
			first = slices.Clone(filters)
			stable.Sort(first, func(a, b FileFilter) int { return rankOf(a, kind.Value) - rankOf(b, kind.Value) })
		}
		path, why := placed(folder.Text, called.Text, first)
		if why != "" {
			wrong.Set(why, look.BadText)
			s.Refresh()
			return
		}
		wrong.Set("", look.BadText)
		d.App.Preferences().SetString(prefFolder, filepath.Dir(path))
		d.unlessThere(path, func() { s.Close(); then(path) })
	}
	called.OnSubmitted, folder.OnSubmitted = func(string) { accept() }, func(string) { accept() }
	browse := controls.NewButton("Browse…", controls.Quiet,
		func() { d.browse(func(path string) { folder.SetText(path) }) }).WithTip("Chooses the folder")
	rows, height := []fyne.CanvasObject{controls.Row(420, controls.Label("Name"), called)}, float32(230)
	if kind != nil {
		rows, height = append(rows, controls.Row(420, controls.Label("Kind"), kind)), height+34
	}
	body := controls.Stack(10, append(rows, controls.Row(420, controls.Label("Folder"), folder), wrong)...)
	s = d.OpenSheet(title, fyne.NewSize(560, height), body, browse,
		controls.NewButton("Cancel", controls.Quiet, func() { s.Close() }),
		controls.NewButton("Save", controls.Primary, accept))
	s.Accept = accept
	d.Window.Canvas().Focus(called)
}

// kindOf returns a list of the kinds of file that a name can have, which gives the name its extension and follows the
// one that is typed; nil where there is one kind.
func kindOf(name *controls.Field, filters []FileFilter) *controls.Picker {
	var options []controls.Option
	for _, f := range filters {
		if known := extensions([]FileFilter{f}); len(known) > 0 {
			options = append(options, controls.Option{Value: known[0], Title: f.Name, Note: "*" + known[0]})
		}
	}
	if len(options) < 2 {
		return nil
	}
	follow := func(name string) (extension string, known bool) {
		for _, f := range filters {
			for _, e := range extensions([]FileFilter{f}) {
				if strings.EqualFold(e, filepath.Ext(name)) {
					return extensions([]FileFilter{f})[0], true
				}
			}
		}
		return "", false
	}
	kind := controls.NewPicker(options, options[0].Value, func(extension string) {
		stem := name.Text
		if _, known := follow(stem); known {
			stem = strings.TrimSuffix(stem, filepath.Ext(stem))
		}
		name.SetText(stem + extension)
	})
	if e, known := follow(name.Text); known {
		kind.Put(e)
	}
	name.OnChanged = func(text string) {
		if e, known := follow(text); known {
			kind.Put(e)
		}
	}
	return kind
}

// rankOf is 0 for the kinds of file with an extension, 1 for others.
func rankOf(f FileFilter, extension string) int {
	if slices.Contains(extensions([]FileFilter{f}), extension) {
		return 0
	}
	return 1
}

// browse asks for a folder.
func (d *Dialogs) browse(then func(path string)) {
	picker := dialog.NewFolderOpen(func(folder fyne.ListableURI, err error) {
		if err != nil {
			d.Fail("The folder cannot be used.", err)
		} else if folder != nil {
			then(folder.Path())
		}
	}, d.Window)
	if f := d.folder(); f != nil {
		picker.SetLocation(f)
	}
	picker.Show()
	picker.Resize(fyne.NewSize(860, 560)) // it has no size before it is shown
}

// unlessThere calls then, after asking if there is a file of that path.
func (d *Dialogs) unlessThere(path string, then func()) {
	if _, err := os.Lstat(path); err != nil {
		then()
		return
	}
	d.Confirm("Replace "+filepath.Base(path)+"?", filepath.Dir(path)+" already has a file of this name.", "Replace", then)
}
