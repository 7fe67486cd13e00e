package number

import (
	"bytes"
	"strings"
	"unicode"
)

// unmeasured are words for a value that was not measured or lies outside of what can be measured, in lower case,
// without points and with single blanks.
var unmeasured = func() map[string]bool {
	words := map[string]bool{}
	for _, w := range strings.Split(
		"bdl,bld,blod,bloq,blq,bql,bll,bmdl,bmql,lod,loq,lloq,uloq,llod,mdl,alq,aql,aloq,adl,below lod,below loq,below lloq,below detection,below detection limit,"+
			"below limit of detection,below limit of quantification,below limit,below mdl,below range,below threshold,above range,above uloq,above limit,above detection limit,not detected,not detectable,"+
			"non-detect,non detect,nondetect,non-detected,none detected,undetected,undetectable,undetermined,undet,und,n/d,nd,n d,nq,n/q,not quantified,not quantifiable,nm,n/m,n m,not measured,"+
			"not measurable,not determined,not available,not analysed,not analyzed,not applicable,not assessed,not calculated,not computed,not tested,not taken,not sampled,not recorded,not reported,not done,not given,not known,not run,nt,n/t,nr,n/r,ns,n/s,ne,n/e,nc,n/c,"+
			"na,n/a,n a,n\\a,nan,nil,trace,traces,tr,neg,negative,ovrflw,ovrflo,ovfl,overflow,over,overload,"+
			"ovld,over range,overrange,over limit,under,under range,underrange,under limit,"+
			"oor,out of range,oor <,oor >,oor<,oor>,saturated,sat,"+
			"too low,too high,off scale,offscale,failed,fail,qns,insufficient,"+
			"insufficient sample,invalid,inconclusive,indeterminate,pending,tbd,tntc,tnc,unknown,unk,missing,blank,empty,void,excluded,outlier,dropout,no data,nodata,no value,no result,no sample,no call,nocall,"+
			"no ct,noct,no signal,error,err,k a,ka,keine angabe,fehlt,fehlend,nv,n v,nb,n b,nn,ng,n n,n g,nb,sd,s/d,refused,(null),nul,null,undefined,sysmis,system missing,lost,censored,sin dato,non détecté,nicht bestimmt,nicht nachweisbar,"+
			"*,**,***,#,##,###,x,xx,xxx,…,--,---,----,-----,_,__,/,//,\\,\\n,?,??,???,•,·,-,–,—,bd,dnf,dns,dq,lq,lc", ",") {
		words[w] = true
	}
	return words
}()

// Unmeasured reports whether a cell among numbers says that its value was not measured, or lies outside of what can be
// measured: BDL, <LOD, n/d, Undetermined, ND(0.05). Where it gives the limit, c holds it.
func Unmeasured(b []byte) (c Cell, ok bool) {
	if len(b) == 0 || len(b) > mostCell {
		return c, false
	}
	text := strings.ToLower(strings.Join(strings.Fields(string(Plain(b))), " "))
	if isWord(text) {
		return c, true
	}
	limited, limit := limitOf([]byte(text))
	if limit == Below || limit == Above {
		word := strings.TrimSpace(string(limited))
		if isWord(word) || shortWord(word) {
			return c, true
		}
	}
	// ND (0.05), ND<0.05, <LOD 0.05
	at := bytes.IndexAny(limited, "0123456789")
	if at < 1 {
		return c, false
	}
	word := strings.TrimRight(string(limited[:at]), " (<:=.[")
	inner := bytes.Trim(limited[at:], " )]")
	if !strings.ContainsFunc(word, unicode.IsLetter) || !isWord(word) && limit == Exact {
		return c, false
	}
	if c, ok = Dissect(inner); ok && c.Limit == Exact {
		if c.Limit = Below; limit == Above {
			c.Limit = Above
		}
	}
	return c, ok
}

// isWord reports whether a word is one of unmeasured, in brackets or not and with points or not.
func isWord(text string) bool {
	if unmeasured[text] {
		return true
	}
	bare := strings.Trim(text, "[](){}<>' ")
	if bare == "" {
		return false
	}
	return unmeasured[bare] || unmeasured[strings.TrimSpace(strings.ReplaceAll(bare, ".", ""))] &&
		strings.Trim(bare, ".") != "" || unmeasured[strings.TrimRight(bare, "*† ")] && len(bare) > 1 ||
		strings.Trim(bare, ".") == "" && len(bare) > 1
}

// shortWord reports whether a text is a word of at most six letters, as of a limit: <crdl.
func shortWord(text string) bool {
	for _, c := range []byte(text) {
		if c < 'a' || c > 'z' {
			return false
		}
	}
	return text != "" && len(text) <= 6
}
