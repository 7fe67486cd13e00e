package files

import (
	"fmt"
	"strings"

	"example.org/espalier/inference"
	"example.org/espalier/plotting"
	"example.org/espalier/views/say"
)

// Describe says how large a table is, what is missing and what its annotations are.
func Describe(t *inference.Table, d *inference.Dataset) string {
	n, m := t.Dims()
	var b strings.Builder
	fmt.Fprintf(&b, "%s × %s", plotting.Plural(n, "row"), plotting.Plural(m, "column"))
	if d != nil {
		if dn, dm := d.Dims(); d.Preprocessing.Transpose {
			fmt.Fprintf(&b, ", used as %s × %s", say.Thousands(dn), say.Thousands(dm))
		} else if dn != n || dm != m {
			fmt.Fprintf(&b, ", %s × %s used", say.Thousands(dn), say.Thousands(dm))
		}
	}
	if k := t.Missing(); k > 0 {
		fmt.Fprintf(&b, " · %s missing", plotting.Plural(k, "cell"))
	} else {
		b.WriteString(" · complete")
	}
	b.WriteString(listAnnotations(t.Annotations, "annotation"))
	b.WriteString(listAnnotations(t.ColumnAnnotations, "annotation of columns"))
	return b.String()
}

// listAnnotations returns a line that names annotations with their numbers of levels; "" for none.
func listAnnotations(list []inference.Annotation, word string) string {
	if len(list) == 0 {
		return ""
	}
	names := make([]string, len(list))
	for i, a := range list {
		names[i] = fmt.Sprintf("%s (%d)", a.Name, len(a.Levels))
	}
	if len(names) > 1 {
		word = strings.Replace(word, "annotation", "annotations", 1)
	}
	const most = 6
	if len(names) > most {
		names = append(names[:most], fmt.Sprintf("%d more", len(names)-most))
	}
	return "\n" + word + ": " + strings.Join(names, ", ")
}
