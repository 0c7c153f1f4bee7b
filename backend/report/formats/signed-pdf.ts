import type { SignaturePage } from "./pdf/signature-pages";

export type { SignaturePage } from "./pdf/signature-pages";

/** Appends signatures to the unchanged stored bytes. */
export async function signedEdition(pdf: Uint8Array, page: SignaturePage): Promise<Uint8Array> {
	const { editionOf } = await import("./pdf/signature-pages");
	return editionOf(pdf, page);
}

export async function signatureCertificate(page: SignaturePage): Promise<Uint8Array> {
	const { certificateOf } = await import("./pdf/signature-pages");
	return certificateOf(page);
}
