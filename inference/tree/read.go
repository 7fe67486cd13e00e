package tree

import "bytes"

// Read reads all trees of a file, as NEXUS if it begins with #NEXUS, as phyloXML if it is XML, and as Newick
// otherwise. It returns at least one, or a *ParseError.
func Read(data []byte) ([]Parsed, error) {
	if problem := refused(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))); problem != "" {
		return nil, newParser(data, "tree").errorAt(0, "%s", problem)
	}
	if isXML(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))) {
		return ReadPhyloXML(data)
	}
	head := bytes.TrimPrefix(data[:min(len(data), 256)], []byte("\xef\xbb\xbf"))
	if bytes.HasPrefix(bytes.ToUpper(bytes.TrimSpace(head)), []byte("#NEXUS")) {
		return ReadNEXUS(data)
	}
	return ReadNewick(data)
}
