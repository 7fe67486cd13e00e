package report

import (
	_ "embed"
	"fmt"
	"html"
	"strings"
)

//go:embed page.css
var style string

// A markup is a page of HTML that is being written.
type markup struct{ strings.Builder }

// raw is text that is HTML already.
type raw string

// add writes text by a format, as [fmt.Fprintf] does. Values that are strings are escaped, and stand in elements or in
// quoted attributes; values of type raw stand as they are.
func (m *markup) add(format string, values ...any) {
	for i, v := range values {
		if s, ok := v.(string); ok {
			values[i] = html.EscapeString(strings.ReplaceAll(s, "\x00", "\uFFFD"))
		}
	}
	fmt.Fprintf(m, format, values...)
}

// some writes text by a format with one value, unless that is empty.
func (m *markup) some(format, value string) {
	if value != "" {
		m.add(format, value)
	}
}

// page writes the whole page. It is plain code and not a template: templates look methods up by name, and the linker
// could then leave out none of the program's.
func (m *markup) page(p *pageData) {
	m.add(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="%s">
<title>%s</title>
<style>
%s</style>
</head>
<body>
<a class="skip" href="#main">Skip to the results</a>
<header>
<h1>%s</h1>
<p class="lead">%s <time datetime="%s">%s</time>.</p>
`, p.Software, p.Title, raw(style), p.Title, p.Lead, p.ISO, p.Made)
	m.some("<p class=\"note\">%s</p>\n", p.Note)
	m.add("</header>\n")
	m.contents(p)
	m.add("<main id=\"main\">\n")
	for _, t := range p.Tables {
		m.table(t)
	}
	if len(p.References) > 0 {
		m.add(`<section aria-labelledby="references">
<h2 id="references">References</h2>
<ol class="references">
`)
		for _, r := range p.References {
			m.add("<li>%s</li>\n", r)
		}
		m.add("</ol>\n</section>\n")
	}
	m.add("</main>\n<footer>%s</footer>\n</body>\n</html>\n", p.Software)
}

// contents lists the sections of the page, with links.
func (m *markup) contents(p *pageData) {
	m.add("<nav aria-label=\"Contents\">\n<ul>\n")
	for _, t := range p.Tables {
		m.add("<li><a href=\"#%s\">%s</a><ul>\n", t.ID, t.Name)
		if len(t.Rows) > 0 {
			m.add("<li><a href=\"#%sboard\">Comparison</a></li>\n", t.ID)
		}
		for _, r := range t.Results {
			m.add("<li><a href=\"#%s\">%s</a></li>\n", r.ID, r.Name)
		}
		m.add("</ul></li>\n")
	}
	if len(p.References) > 0 {
		m.add("<li><a href=\"#references\">References</a></li>\n")
	}
	m.add("</ul>\n</nav>\n")
}

func (m *markup) table(t tableData) {
	m.add("<section aria-labelledby=\"%s\">\n<h2 id=\"%[1]s\">%[2]s</h2>\n", t.ID, t.Name)
	m.some("<p class=\"note\">%s</p>\n", t.Note)
	if len(t.Facts) > 0 {
		m.add("<h3>Data</h3>\n")
		m.facts(t.Facts)
	}
	for _, g := range t.Groups {
		m.groups(g)
	}
	if len(t.Rows) > 0 {
		m.board(t)
	}
	for _, r := range t.Results {
		m.result(r)
	}
	m.add("</section>\n")
}

func (m *markup) groups(g groupsData) {
	m.add("<h3 id=\"%s\">%s</h3>\n", g.ID, g.Title)
	m.some("<p>%s</p>\n", g.Says)
	m.add(`<table class="groups" aria-labelledby="%s">
<thead><tr><th scope="col">Group</th><th scope="col" class="number">%s</th><th scope="col">Members</th></tr></thead>
<tbody>
`, g.ID, g.Count)
	for _, d := range g.Groups {
		m.add("<tr><th scope=\"row\">")
		m.some(`<span class="colour" style="background: %s" role="img" aria-label="%[1]s"></span> `, d.Colour)
		m.add("%s</th><td class=\"number\">%s</td><td>%s", d.Name, d.Count, d.Members)
		m.some("<details><summary>All of them</summary>%s</details>", d.All)
		m.add("</td></tr>\n")
	}
	m.add("</tbody></table>\n")
}

// board writes the comparison of the results of a table.
func (m *markup) board(t tableData) {
	m.add("<h3 id=\"%sboard\">Comparison</h3>\n<p>%s</p>\n", t.ID, t.Says)
	if t.Board != nil {
		m.figure(*t.Board)
	}
	m.add("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table of results\">\n"+
		"<table class=\"board\" aria-labelledby=\"%sboard\"", t.ID)
	if t.Key != "" {
		m.add(` aria-describedby="%skey"`, t.ID)
	}
	m.add(">\n<thead><tr>")
	number := map[bool]raw{true: ` class="number"`}
	for _, c := range t.Columns {
		m.add(`<th scope="col"%s>%s</th>`, number[c.Number], c.Head)
	}
	m.add("</tr></thead>\n<tbody>\n")
	for _, row := range t.Rows {
		m.add("<tr>")
		for j, c := range row {
			if j == 0 {
				m.add(`<th scope="row">%s</th>`, c.Text)
			} else {
				m.add(`<td%s>%s</td>`, number[c.Number], c.Text)
			}
		}
		m.add("</tr>\n")
	}
	m.add("</tbody></table>\n</div>\n")
	if t.Key != "" {
		m.add("<p class=\"key\" id=\"%skey\">%s</p>\n", t.ID, t.Key)
	}
	for _, why := range t.Why {
		m.add("<p class=\"muted\">%s</p>\n", why)
	}
}

func (m *markup) result(r resultData) {
	m.add("<article aria-labelledby=\"%s\">\n<h3 id=\"%[1]s\">%[2]s</h3>\n", r.ID, r.Name)
	m.some("<p class=\"note\">%s</p>\n", r.Note)
	m.some("<p class=\"problem\">The fit did not end well: %s</p>\n", r.Problem)
	for _, f := range r.Pictures {
		m.figure(f)
	}
	m.some("<h4>Methods</h4>\n<p>%s</p>\n", r.Methods)
	if r.Verdict != "" {
		m.add("<h4>Can the draws be trusted?</h4>\n<p class=\"%s\">%s</p>\n", r.Level, r.Verdict)
	}
	if len(r.Facts) > 0 {
		m.add("<h4>The fit</h4>\n")
		m.facts(r.Facts)
	}
	m.apart(r.Apart)
	if len(r.Settings) > 0 {
		m.add("<h4>Settings</h4>\n<div class=\"settings\">")
		m.facts(r.Settings)
		m.add("</div>\n")
	}
	if len(r.Command) > 0 || r.Cannot != "" {
		m.repeat(r)
	}
	m.add("</article>\n")
}

// repeat writes the command that repeats a result, or why there is none.
func (m *markup) repeat(r resultData) {
	m.add("<div class=\"repeat\"><h4>To repeat it</h4>\n")
	if len(r.Command) == 0 {
		m.add("<p>No single command does this fit again: %s.</p>\n", r.Cannot)
	} else {
		version := "The same version of the program"
		if r.Version != "" {
			version = "Version " + r.Version + " of the program"
		}
		m.add(`<p class="muted">%s gives the same numbers with this command. Add --out DIR to keep them.</p>
<pre><code>`, version)
		between := raw("")
		for _, word := range r.Command {
			m.add("%s<span>%s</span>", between, word)
			between = " "
		}
		m.add("</code></pre>\n")
	}
	m.add("</div>\n")
}

func (m *markup) facts(list []fact) {
	m.add("<table class=\"facts\"><tbody>\n")
	for _, f := range list {
		m.add(`<tr><th scope="row">%s</th><td>`, f.Name)
		for _, v := range f.Values {
			if len(f.Values) == 1 {
				m.add("%s", v)
			} else {
				m.add("<p>%s</p>", v)
			}
		}
		m.add("</td></tr>\n")
	}
	m.add("</tbody></table>\n")
}

func (m *markup) figure(d pictureData) {
	m.add("<figure>\n<div tabindex=\"0\" role=\"group\" aria-label=\"Scrolling picture\" class=\"picture ")
	if d.Dark == "" {
		m.add(`paper"><div class="light">%s</div></div>`, d.Light)
	} else {
		m.add(`both"><div class="light">%s</div><div class="dark">%s</div></div>`, d.Light, d.Dark)
	}
	m.add("\n<figcaption>%s</figcaption>\n", d.Caption)
	m.some("<details class=\"words\"><summary>In words</summary><p>%s</p></details>\n", d.Words)
	m.add("</figure>\n")
}
