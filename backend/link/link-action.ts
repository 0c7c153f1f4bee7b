import type { Brand } from "../../shared/account/brand";
import type { DisplayFormats } from "../../shared/formats/display-formats";
import type { LinksTranslate } from "../../shared/words/made/links";
import type { AuditTargets, CallOrigin, Invalidations, RowStore } from "../base/context";
import type { DeviceState, ReadingHistory } from "../base/reading-store";
import type { LinkClaims } from "../keys/link-tokens";
import type { AlertTrend } from "../message/alert-details";

export type LinkStore = RowStore & {
	invalidations: Invalidations;
	origin: CallOrigin;
	readingStore: ReadingHistory & Pick<DeviceState, "watched">;
};

export type LinkChoice = {
	value: string;
	label: string;
	/** Mail scanners open links and submit forms, so a person must type the number on the page. */
	asksNumber: boolean;
};

export type LinkPage = {
	brand: string;
	look?: LinkLook;
	language: string;
	title: string;
	text: string[];
	choices: LinkChoice[];
	takesComment?: true;
	alert?: LinkAlert;
	/** Shown instead of the page after the action. */
	file?: LinkFile;
};

/** `state`: severity and since when. `value` and `readAt` null: no such reading. */
export type LinkAlert = {
	eventId: string;
	isCritical: boolean;
	state: string;
	place: string;
	value: string | null;
	readAt: string | null;
	limit: string | null;
	instruction: string;
	course?: AlertTrend;
};

/** `foot`: contact and terms. Colors are `#` and six digits, or empty. */
export type LinkLook = Pick<Brand, "logoLight" | "primary"> & { foot: string[] };

export type LinkFile = { objectKey: string; name: string; mediaType: string; bytes: number };

export type LinkContact = {
	fullName: string;
	say: LinksTranslate;
	address: string;
	status: string;
	companyName: string;
	timeZone: string;
	formats: DisplayFormats;
};
export type PageContent = Omit<LinkPage, "brand" | "language" | "look">;

export type LinkUse = { choice: string; comment: string };

export type LinkAction = {
	/** The entities that the audit log names, besides the contact. */
	targets?(store: LinkStore, claims: LinkClaims): AuditTargets;
	view(store: LinkStore, claims: LinkClaims, contact: LinkContact): PageContent;
	/** Idempotent: links are opened twice. */
	act(store: LinkStore, claims: LinkClaims, use: LinkUse & { contact: LinkContact }): void;
};
