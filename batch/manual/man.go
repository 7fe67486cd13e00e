package manual

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/alecthomas/kong"
)

// A Status is an exit status and its meaning, a part of a sentence.
type Status struct {
	Code  int
	Means string
}

// A Page holds the parts of the manual page that are not in the grammar.
type Page struct {
	Version  string
	Date     time.Time
	Statuses []Status
	Sections []Section // after the commands
}

// A Section is a part of the manual page: terms and their meanings.
type Section struct {
	Title string
	Terms [][2]string
}

// Man writes the manual page, in the man macros of roff.
func Man(w io.Writer, a *kong.Application, page Page) error {
	p := &roff{}
	p.line(`.TH %s 1 %s "Espalier %s" "User commands"`, strings.ToUpper(a.Name),
		page.Date.UTC().Format(time.DateOnly), escape(page.Version))
	head, rest, _ := strings.Cut(a.Help, "\n\n")
	p.line(".SH NAME\n%s \\- %s", a.Name, escape(lower(strings.TrimSuffix(strings.TrimPrefix(head, "Espalier "), "."))))
	p.line(".SH SYNOPSIS\n.B %[1]s\n.RI [ DATA | STUDY ]\n.br\n.B %[1]s\n.I command\n.RI [ arguments ]", a.Name)
	p.line(".SH DESCRIPTION")
	p.text(head)
	p.prose(rest)
	p.line(".SH COMMANDS")
	for _, c := range commandsOf(a) {
		p.command(a.Name, c)
	}
	p.line(".SH EXIT STATUS")
	for _, s := range page.Statuses {
		p.term(fmt.Sprint(s.Code), strings.ToUpper(s.Means[:1])+s.Means[1:]+".")
	}
	for _, s := range page.Sections {
		p.line(".SH %s", strings.ToUpper(s.Title))
		for _, t := range s.Terms {
			p.term(t[0], t[1])
		}
	}
	_, err := io.WriteString(w, p.String())
	return err
}

// roff is a page being written.
type roff struct{ strings.Builder }

func (p *roff) line(format string, a ...any) { fmt.Fprintf(p, format+"\n", a...) }

func (p *roff) text(s string) { p.line("%s", escape(s)) }

// prose writes paragraphs, with indented lines as they are.
func (p *roff) prose(s string) {
	for _, paragraph := range strings.Split(strings.TrimRight(s, "\n "), "\n\n") {
		if paragraph == "" {
			continue
		}
		if strings.HasPrefix(paragraph, "  ") {
			p.line(".PP\n.RS 2\n.nf")
			for _, line := range strings.Split(paragraph, "\n") {
				p.text(strings.TrimPrefix(line, "  "))
			}
			p.line(".fi\n.RE")
			continue
		}
		p.line(".PP")
		p.text(paragraph)
	}
}

func (p *roff) term(name, means string) { p.line(".TP\n.B %s\n%s", escape(name), escape(means)) }

func (p *roff) command(program string, c *kong.Node) {
	usage := c.Name
	for _, v := range c.Positional {
		usage += " " + v.Summary()
	}
	p.line(".SS %s %s", program, escape(usage))
	p.text(c.Help)
	group := ""
	for _, flags := range c.AllFlags(true) {
		for _, f := range flags {
			if f.Name == "help" || f.Name == "version" {
				continue // of every command
			}
			if f.Group != nil && f.Group.Title != group {
				group = f.Group.Title
				p.line(".PP\n.I %s", escape(group))
			}
			name := "--" + f.Name
			if f.Tag.Negatable != "" {
				name = "--[no-]" + f.Name
			}
			if f.Short != 0 {
				name = "-" + string(f.Short) + ", " + name
			}
			if !f.IsBool() && !f.IsCounter() {
				name += "=" + f.FormatPlaceHolder()
			}
			p.term(name, f.Help)
		}
	}
	p.prose(c.Detail)
}

// escape keeps a text from being read as requests of roff.
func escape(s string) string {
	s = strings.NewReplacer(`\`, `\e`, `-`, `\-`, `'`, `\(aq`, "`", `\(ga`, `~`, `\(ti`, `^`, `\(ha`).Replace(s)
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, ".") {
			lines[i] = `\&` + l
		}
	}
	return strings.Join(lines, "\n")
}

func lower(s string) string { return strings.ToLower(s[:1]) + s[1:] }
