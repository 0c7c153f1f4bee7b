import { type IdKind, idPrefixes } from "../../shared/base/ids";

/** The id of the n-th thing of a kind, the same at every start, so that links to it last. */
export function exampleId(kind: IdKind, n: number): string {
	return `${idPrefixes[kind]}_01jcz0${String(n).padStart(20, "0")}`;
}
