import type { Brand } from "../../shared/account/brand";
import type { DisplayFormats } from "../../shared/formats/display-formats";
import type { ContactLanguage } from "../../shared/message/contact";
import type { AuditTargets, CallOrigin, Invalidations, RowStore } from "../base/context";
import type { ReadingStore } from "../base/reading-store";
import type { LinkClaims } from "../keys/link-tokens";
import type { AlertTrend } from "../message/alert-details";

export type LinkStore = RowStore & { invalidations: Invalidations; origin: CallOrigin; readingStore: ReadingStore };

export type LinkChoice = {
	value: string;
	label: string;
	/** Mail scanners open links and submit forms: what must not happen by itself requests the number on the page. */
	asksNumber: boolean;
};

/** What a link's page says. Without choices there is nothing to do. */
export type LinkPage = {
	brand: string;
	/** Absent: the product's own look. */
	look?: LinkLook;
	language: ContactLanguage;
	title: string;
	text: string[];
	choices: LinkChoice[];
	/** A user who acts may say something with it. */
	takesComment?: true;
	/** An alert as a user sees it who was woken by it. */
	alert?: LinkAlert;
	/** What a user who acts gets, in place of the page. */
	file?: LinkFile;
};

/** `state`: severity and since when. `value` and `readAt` null: there is no such reading. `course`: added after the act. */
export type LinkAlert = {
	eventId: string;
	isCritical: boolean;
	state: string;
	place: string;
	value: string | null;
	readAt: string | null;
	limit: string | null;
	/** What to do, or empty. */
	instruction: string;
	course?: AlertTrend;
};

/** `foot`: where to ask, and the terms. Colors are `#` and six digits, or empty. */
export type LinkLook = Pick<Brand, "logoLight" | "primary"> & { foot: string[] };

/** In R2. */
export type LinkFile = { objectKey: string; name: string; mediaType: string; bytes: number };

export type LinkContact = {
	fullName: string;
	address: string;
	status: string;
	companyName: string;
	timeZone: string;
	formats: DisplayFormats;
};
export type PageContent = Omit<LinkPage, "brand" | "language" | "look">;

/** What a user does on the page: one of the choices it offers, and what they say with it, or empty. */
export type LinkUse = { choice: string; comment: string };

export type LinkAction = {
	/** What it changes besides the contact. */
	targets?(store: LinkStore, claims: LinkClaims): AuditTargets;
	view(store: LinkStore, claims: LinkClaims, contact: LinkContact): PageContent;
	/** Idempotent: links are opened twice. */
	act(store: LinkStore, claims: LinkClaims, use: LinkUse & { contact: LinkContact }): void;
};
