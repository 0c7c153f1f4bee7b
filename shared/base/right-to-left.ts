/** https://www.unicode.org/Public/UCD/latest/ucd/extracted/DerivedBidiClass.txt */
export const rightToLeft = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;
