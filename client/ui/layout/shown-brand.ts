import type { ShownBrand } from "../../../shared/account/brand";

/* What client/public/theme.js shows, and keeps in the page: a hostname's brand, or that of the account last opened. */

const name = "brand";

/** Null: the product as it is. */
export function shownBrand(): ShownBrand | null {
	return JSON.parse(document.getElementById(name)?.textContent || "null");
}

export function shownProductName(): string {
	return shownBrand()?.productName ?? "AQLCloud";
}

/** For people who are not in an account. An operator's own name stands where no brand does. */
export function signedOutName(config: { companyName: string } | null): string {
	return shownBrand()?.productName ?? config?.companyName ?? "AQLCloud";
}

/** From then on it is shown, and at once when this browser opens the console again. */
export function announceBrand(brand: ShownBrand | null | undefined): void {
	dispatchEvent(new CustomEvent(name, { detail: brand }));
}
