package stages

import "example.org/espalier/inference"

// Changed lists the settings that differ from the defaults of their model, as the stage of the check takes them.
func Changed(s inference.Settings, info inference.Info) (list []string) {
	usual := info.Defaults()
	for _, p := range s.Parameters() {
		if !usual.Has(p.Name) {
			continue
		}
		if v := s.Text(p.Name); v != usual.Text(p.Name) {
			list = append(list, info.Name+"."+p.Name+"="+v)
		}
		if p.Learnt && s.Fixed(p.Name) && !usual.Fixed(p.Name) {
			list = append(list, info.Name+".fix="+p.Name)
		}
	}
	return list
}
