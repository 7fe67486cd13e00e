package replaying

import (
	"context"
	"path/filepath"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/film"
	"example.org/espalier/plotting/write"
	"example.org/espalier/ui/dialogs"
	"example.org/espalier/views/panics"
	"example.org/espalier/views/say"
)

// save asks for a file and saves the figure shown as it formed.
func (p *Player) save() {
	if p.moments == nil {
		return
	}
	p.halt()
	p.refresh()
	e, s, named := p.host.Shown()
	if s == nil {
		return
	}
	format := write.Films()[0]
	moments := make([]*inference.Snapshot, len(p.moments))
	for i, m := range p.moments {
		moments[i] = named(m)
	}
	name := say.FileName(s.Title(0)) + "-replay." + format.Name
	filter := []dialogs.FileFilter{{Name: format.Title, Extensions: []string{format.Name}}}
	p.host.ChooseSave("Save the Replay", name, filter, func(path string) {
		p.host.Background(func(ctx context.Context) func() {
			none, err := panics.Call(func() (bool, error) {
				f, plate, err := e.Film(ctx, s, moments, plotting.Print)
				if err != nil || f == nil {
					return true, err
				}
				_, err = f.Save(ctx, path, nil, film.Fitted(plate.Size), plate.Size, plate.Metadata)
				return false, err
			})
			return func() {
				switch {
				case err != nil:
					p.host.Message("The replay could not be saved", say.Sentence(err.Error()))
				case none:
					p.host.Message("Nothing to save",
						"This page does not change while a fit runs. Choose another one.")
				default:
					p.host.Message("The replay is saved", filepath.Base(path)+" is in "+filepath.Dir(path)+".")
				}
			}
		})
	})
}
