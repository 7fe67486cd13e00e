package replaying

import (
	"context"
	"errors"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/plotting/film"
	"example.org/espalier/plotting/write"
	"example.org/espalier/ui/dialogs"
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
		p.host.WriteLong(path, func(ctx context.Context, tell func(share float64)) error {
			f, plate, err := e.Film(ctx, s, moments, plotting.Print)
			switch {
			case err != nil:
				return err
			case f == nil:
				return errors.New("this page does not change while a fit runs: choose another one")
			}
			f.Tell = tell
			_, err = f.Save(ctx, path, nil, film.Fitted(plate.Size), plate.Size, plate.Metadata)
			return err
		})
	})
}
