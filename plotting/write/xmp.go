package write

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"example.org/espalier/plotting"
)

// rdf returns the metadata as RDF with Dublin Core terms, the same for SVG, PDF and PNG. For
// programs, all of it is repeated as JSON under dcterms:provenance.
func rdf(m plotting.Metadata) (string, error) {
	all, err := json.Marshal(m)
	if err != nil {
		return "", fmt.Errorf("plotting: metadata: %w", err)
	}
	var b strings.Builder
	b.WriteString(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"` +
		` xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"` +
		` xmlns:xmp="http://ns.adobe.com/xap/1.0/">` + "\n" + `<rdf:Description rdf:about="">` + "\n")
	alternative := func(tag, s string) {
		if s != "" {
			fmt.Fprintf(&b, "<%s><rdf:Alt><rdf:li xml:lang=\"x-default\">%s</rdf:li></rdf:Alt></%s>\n", tag, escapeXML(s), tag)
		}
	}
	plain := func(tag, s string) {
		if s != "" {
			fmt.Fprintf(&b, "<%s>%s</%s>\n", tag, escapeXML(s), tag)
		}
	}
	alternative("dc:title", m.Title)
	alternative("dc:description", m.Caption())
	if m.Author != "" {
		fmt.Fprintf(&b, "<dc:creator><rdf:Seq><rdf:li>%s</rdf:li></rdf:Seq></dc:creator>\n", escapeXML(m.Author))
	}
	source := m.Data
	if m.DataHash != "" {
		source = strings.TrimSpace(source + " sha256:" + m.DataHash)
	}
	plain("dc:source", source)
	plain("xmp:CreatorTool", m.Software)
	plain("xmp:CreateDate", created(m).Format(time.RFC3339))
	plain("dcterms:provenance", string(all))
	b.WriteString("</rdf:Description>\n</rdf:RDF>")
	return b.String(), nil
}

// xmp wraps the RDF as the packet that PDF and PNG files carry (ISO 16684-1).
func xmp(m plotting.Metadata) ([]byte, error) {
	r, err := rdf(m)
	if err != nil {
		return nil, err
	}
	return []byte("<?xpacket begin=\"\ufeff\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n" +
		"<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n" + r + "\n</x:xmpmeta>\n<?xpacket end=\"r\"?>"), nil
}

// created returns the time of creation, whole seconds in UTC: that of the metadata, else SOURCE_DATE_EPOCH,
// with which equal figures are equal files, else now.
func created(m plotting.Metadata) time.Time {
	t := m.Created
	if seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64); err == nil && t.IsZero() {
		t = time.Unix(seconds, 0)
	}
	if t.IsZero() {
		t = time.Now()
	}
	return t.UTC().Truncate(time.Second)
}

// keywords are for programs that list files: the model, the data, the software.
func keywords(m plotting.Metadata) string {
	var out []string
	for _, s := range []string{m.Stage, m.Model, m.Data, m.Software} {
		if s != "" {
			out = append(out, s)
		}
	}
	return strings.Join(out, ", ")
}

// escapeXML escapes text for content and attributes; characters that XML does not
// allow become U+FFFD.
func escapeXML(s string) string {
	var b bytes.Buffer
	if err := xml.EscapeText(&b, []byte(s)); err != nil {
		panic("plotting: a buffer refused a write") // it never does
	}
	return b.String()
}
