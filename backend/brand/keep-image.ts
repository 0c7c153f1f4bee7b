import { type BrandImage, brandImageLimits, type KeepBrandImage } from "../../shared/account/brand";
import { dayMs } from "../../shared/base/durations";
import { errorKey } from "../../shared/base/error-key";
import { hexOf } from "../../shared/base/hex";
import { isWholePng, pngSize } from "../../shared/base/png";
import type { Call, MemberContext } from "../base/context";
import { InputError } from "../base/errors";
import { brandImageKey, countBrandImages, forgetBrandImages, listUnusedImages, saveBrandImage } from "../db/brand-rows";
import { assertWholeScope } from "../group/scope";
import { holdsItsPixels } from "./png-pixels";

/** Sent mails and a restored object may still name the image. */
const unusedKeptMs = 35 * dayMs;

/** Throws InputError for an invalid or too large PNG. */
export async function keepBrandImage({ ctx, input }: Call<KeepBrandImage>): Promise<BrandImage> {
	assertWholeScope(ctx);
	const bytes = Uint8Array.from(atobOrEmpty(input.image), (letter) => letter.charCodeAt(0));
	const size = pngSize(bytes);
	if (!size || !isWholePng(bytes)) throw new InputError({ image: errorKey("image.notPng") });
	if (bytes.length > brandImageLimits.bytes) throw new InputError({ image: errorKey("image.tooLarge") });
	const { width, height } = size;
	const isFitting = [width, height].every((side) => side >= 1 && side <= brandImageLimits.side);
	if (!isFitting) {
		throw new InputError({ image: errorKey("image.tooWide", { width, height }) });
	}
	if (!holdsItsPixels(bytes)) throw new InputError({ image: errorKey("image.notWhole") });
	await forgetUnused(ctx);
	if (countBrandImages(ctx.db) >= brandImageLimits.perAccount) {
		throw new InputError({ image: errorKey("image.tooMany") });
	}
	const hash = await hashOf(ctx.accountId, bytes);
	const image = { hash, width, height };
	// The row first, so that every object in R2 has a row.
	saveBrandImage(ctx.db, { ...image, bytes: bytes.length, createdAt: new Date(ctx.now) });
	await ctx.brandFiles.put(brandImageKey(hash), bytes, { httpMetadata: { contentType: "image/png" } });
	return image;
}

/** Includes the account's id, so that deleting one account keeps another's logo. */
async function hashOf(accountId: string, bytes: Uint8Array): Promise<string> {
	const name = new TextEncoder().encode(`${accountId}\n`);
	const whole = new Uint8Array(name.length + bytes.length);
	whole.set(name);
	whole.set(bytes, name.length);
	return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", whole)));
}

function atobOrEmpty(text: string): string {
	try {
		return atob(text);
	} catch {
		// Invalid base64.
		return "";
	}
}

async function forgetUnused({ db, accountId, now, brandFiles }: MemberContext): Promise<void> {
	const hashes = listUnusedImages(db, accountId, now - unusedKeptMs);
	if (hashes.length === 0) return;
	await brandFiles.delete(hashes.map(brandImageKey));
	forgetBrandImages(db, hashes);
}
