import type { SignaturePage } from "./pdf/signature-pages";
import type { ReadFont } from "./render-options";

export type { SignaturePage } from "./pdf/signature-pages";

/** Appends signatures to the unchanged stored bytes. */
export async function signedEdition(pdf: Uint8Array, page: SignaturePage, readFont?: ReadFont): Promise<Uint8Array> {
	const { editionOf } = await import("./pdf/signature-pages");
	return editionOf(pdf, page, readFont);
}

export async function signatureCertificate(page: SignaturePage, readFont?: ReadFont): Promise<Uint8Array> {
	const { certificateOf } = await import("./pdf/signature-pages");
	return certificateOf(page, readFont);
}
