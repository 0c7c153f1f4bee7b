import type { SignaturePage } from "./pdf/signature-pages";

export type { SignaturePage } from "./pdf/signature-pages";

/** The stored bytes as they are, and behind them the signatures: a file of its own, with its own checksum. */
export async function signedEdition(pdf: Uint8Array, page: SignaturePage): Promise<Uint8Array> {
	const { editionOf } = await import("./pdf/signature-pages");
	return editionOf(pdf, page);
}

/** A PDF that tells who signed a file of another format. */
export async function signatureCertificate(page: SignaturePage): Promise<Uint8Array> {
	const { certificateOf } = await import("./pdf/signature-pages");
	return certificateOf(page);
}
