import type { ShownBrand } from "../../../shared/account/brand";

/* The element in which client/public/theme.js keeps the brand of the hostname or the last opened account. */

const name = "brand";

export function shownBrand(): ShownBrand | null {
	return JSON.parse(document.getElementById(name)?.textContent || "null");
}

export function shownProductName(): string {
	return shownBrand()?.productName ?? "AQLCloud";
}

/** The product's name for users without an account. Without a brand, the operator's own name. */
export function signedOutName(config: { companyName: string } | null): string {
	return shownBrand()?.productName ?? config?.companyName ?? "AQLCloud";
}

export function announceBrand(brand: ShownBrand | null | undefined): void {
	dispatchEvent(new CustomEvent(name, { detail: brand }));
}
