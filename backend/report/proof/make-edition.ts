import { hexOf } from "../../../shared/base/hex";
import type { AccountObjects } from "../../base/context";
import type { ReadFont } from "../formats/render-options";
import { signatureCertificate, signedEdition } from "../formats/signed-pdf";
import type { ClaimedEdition, EditionCalls, EditionHandOver } from "./editions";

export type EditionParts = {
	accounts: AccountObjects<EditionCalls>;
	bucket: Pick<R2Bucket, "get" | "put">;
	verifyUrlOf: (accountId: string) => Promise<string | null>;
	clock: () => number;
	readFont?: ReadFont | undefined;
};

export async function makeEdition(
	parts: EditionParts,
	{ accountId, editionOf, attempt }: EditionHandOver,
): Promise<void> {
	const { accounts, bucket, clock } = parts;
	const object = () => accounts.get(accounts.idFromName(accountId));
	const claim = await object().claimEdition({ editionOf, attempt }, clock());
	if (claim.status === "ignored") return;
	const { objectKey } = claim.edition;
	// An object of the release before does not send it.
	const verifyUrl = claim.edition.isCheckable === false ? null : await parts.verifyUrlOf(accountId);
	const pdf = await render(parts, claim.edition, verifyUrl);
	await bucket.put(objectKey, pdf, { httpMetadata: { contentType: "application/pdf" } });
	const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", pdf));
	const made = { objectKey, bytes: pdf.length, sha256: hexOf(digest) };
	await object().finishEdition({ editionOf, attempt }, made, clock());
}

async function render(
	{ bucket, readFont }: Pick<EditionParts, "bucket" | "readFont">,
	edition: ClaimedEdition,
	verifyUrl: string | null,
): Promise<Uint8Array> {
	const page = { ...edition.page, verifyUrl };
	if (edition.kind === "certificate") return signatureCertificate(page, readFont);
	const source = await bucket.get(edition.sourceKey);
	if (source === null) throw new Error("The signed file could not be read");
	return signedEdition(new Uint8Array(await source.arrayBuffer()), page, readFont);
}
