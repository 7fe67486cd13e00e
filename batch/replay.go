package batch

import (
	"fmt"
	"path/filepath"
	"strings"

	"example.org/espalier/inference/replay"
	"example.org/espalier/plotting/depict"
	"example.org/espalier/plotting/film"
	"example.org/espalier/plotting/write"
)

// replay draws how the figures of a result formed. The fit is done once more, from its seed.
func (c *figuresCommand) replay(s *console, f *fitted, out *folder) error {
	made, err := replay.Make(s.ctx, f.material, f.found.Snapshot, 0, nil)
	if err != nil {
		return fmt.Errorf("making the replay: %w", err)
	}
	style, choices, err := c.styles()
	if err != nil {
		return err
	}
	of := f.subject()
	of.Looks = of.Looks.With(choices)
	if of.Panes, err = chosen(s.ctx, of, c.Choices); err != nil {
		return err
	}
	paper, err := c.paper()
	if err != nil {
		return err
	}
	list, err := c.asked(of)
	if err != nil {
		return err
	}
	moments := made.Snapshots(f.found.Snapshot)
	for i, m := range moments {
		moments[i] = f.namer.Named(m, f.seen().Rows)
	}
	for _, e := range list {
		pictures, p, err := e.Film(s.ctx, of, moments, style)
		if err != nil {
			return err
		}
		if pictures == nil {
			if len(c.Figure) > 0 {
				s.note(fmt.Sprintf("%s has no replay: %s has found it in one step", p.Name, f.info.Title))
			}
			continue
		}
		if paper.sized {
			p.Size = paper.size
		}
		for _, format := range c.Figures {
			files, err := pictures.Save(s.ctx, filepath.Join(out.path, p.Name+"-replay."+format), nil,
				film.Fitted(p.Size), p.Size, p.Metadata)
			for _, name := range files {
				out.written = append(out.written, filepath.Base(name))
			}
			if err != nil {
				return err
			}
		}
	}
	if len(out.written) == 0 {
		return fmt.Errorf("%s has nothing to replay: it was found in one step", f.info.Title)
	}
	return nil
}

// asked lists the figures of a result that are to be drawn.
func (c *figureFlags) asked(s *depict.Subject) ([]depict.Entry, error) {
	if len(c.Figure) == 0 {
		return depict.Of(s), nil
	}
	var list []depict.Entry
	for _, name := range c.Figure {
		e, err := depict.Named(s, name)
		if err != nil {
			return nil, usage("--figure %s: %s", name, err)
		}
		list = append(list, e)
	}
	return list, nil
}

// checkReplay refuses formats that cannot show a replay.
func (c *figuresCommand) checkReplay() error {
	if c.List || c.Part != "" || c.Preset != "" || len(c.Printed) > 0 {
		return usage("--replay draws films; leave out --list, --part, --preset and --print")
	}
	if len(c.Figures) == 0 {
		c.Figures = []string{"gif"}
	}
	for _, f := range c.Figures {
		if _, ok := write.Find(write.Films(), f); !ok {
			return usage("--figures %s: a replay can be drawn as %s", f, write.Names(write.Films()))
		}
	}
	if strings.TrimSpace(c.Out) == "" {
		return usage("--figures needs --out DIR, the folder to draw them in")
	}
	return nil
}
