import parsePhoneNumber, { type CountryCode, isSupportedCountry } from "libphonenumber-js/max";
import { euVat, stdnum } from "stdnum";
import { type Company, type CompanyField, companyFieldNames, type UpdateCompany } from "../../shared/account/company";
import { dayMs } from "../../shared/base/durations";
import { errorKey } from "../../shared/base/error-key";
import { pick } from "../../shared/base/plain-fields";
import { said } from "../../shared/log/said";
import { offeredLanguage } from "../../shared/message/language";
import { type EvidenceCut, type PreviewEvidence, retentionMs } from "../../shared/report/report-settings";
import { addConfigEvent } from "../activity/log-events";
import type { Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { type AccountRow, accountOrThrow, saveAccount, updateAccount } from "../db/account-rows";
import { findEvidenceRetention, saveEvidenceRetention } from "../db/evidence-rows";
import { indexHashesAnew } from "../db/file-hash-rows";
import { changeInvitation, listOpenInvitations } from "../db/invitation-rows";
import { keepRunsFor } from "../db/report-run-rows";
import { previewEvidence, settledEvidence } from "../evidence/evidence-retention";
import { assertWholeScope } from "../group/scope";

export function getCompany({ ctx }: Call): Company {
	return toCompany(ctx, accountOrThrow(ctx.db));
}

function toCompany({ db, now, user }: MemberContext, row: AccountRow): Company {
	const evidenceCut = user.scope === "all" ? previewEvidence(db, null, now) : null;
	return {
		version: row.version,
		...pick(row, companyFieldNames),
		language: offeredLanguage(row.language),
		...(evidenceCut && { evidenceCut }),
	};
}

/** Throws CHANGED_MEANWHILE, NOT_PERMITTED for a scope of groups, and InputError for a number that cannot exist. */
export function updateCompany({ ctx, input }: Call<UpdateCompany>): Company {
	assertWholeScope(ctx);
	const { version, ...typed } = input;
	ctx.audit.change({ account: [ctx.accountId] }, () => {
		const before = accountOrThrow(ctx.db);
		if (before.version !== version) throw domainError("CHANGED_MEANWHILE", { accountId: ctx.accountId });
		const changes = checked(typed);
		// A page of the previous release sends only some fields.
		const isNew = (field: CompanyField) =>
			changes[field] !== undefined && JSON.stringify(before[field]) !== JSON.stringify(changes[field]);
		const changed = companyFieldNames.filter(isNew);
		if (changed.length === 0) return;
		const evidenceBefore = findEvidenceRetention(ctx.db);
		saveAccount(ctx.db, ctx.accountId, changes);
		if (changed.includes("companyName")) renameInInvitations(ctx);
		if (changed.includes("reportRetention")) keepRunsAnew(ctx);
		if (changed.includes("assessments")) {
			updateAccount(ctx.db, ctx.accountId, { assessedFrom: changes.assessments === "each" ? ctx.now : null });
		}
		const wanted = changes.evidenceRetention ?? evidenceBefore.wanted;
		saveEvidenceRetention(ctx.db, settledEvidence(evidenceBefore, wanted, ctx.now));
		if (changed.includes("fileCheck")) indexHashesAnew(ctx.db, ctx.now);
		const names = changed.map((field) => said("company.field", { field }));
		addConfigEvent(ctx, null, said("company.changed", { fields: { names } }));
	});
	ctx.invalidations.changed("account", "all");
	ctx.invalidations.changed("reports", "all");
	return toCompany(ctx, accountOrThrow(ctx.db));
}

/** Throws NOT_PERMITTED for a scope of groups. */
export function getEvidenceCut({ ctx, input }: Call<PreviewEvidence>): EvidenceCut | null {
	assertWholeScope(ctx);
	return previewEvidence(ctx.db, input?.evidenceRetention ?? null, ctx.now);
}

/** The directory stores the company's name with each open invitation. */
function renameInInvitations({ db, now }: MemberContext): void {
	const dueAt = new Date(now);
	for (const { id } of listOpenInvitations(db, dueAt)) changeInvitation(db, id, { dueAt });
}

/** Leaves a day to undo the change before files are deleted. */
function keepRunsAnew({ db, now }: MemberContext): void {
	const keptMs = retentionMs(accountOrThrow(db).reportRetention);
	keepRunsFor(db, { keptMs, notBefore: now + dayMs });
}

type Typed = Omit<UpdateCompany, "version">;

function checked(typed: Typed): Typed {
	const errors: Record<string, string> = {};
	const phone = readCompanyPhone(typed.phone, typed.country);
	if (phone === null) {
		errors.phone =
			typed.country === "" && !typed.phone.startsWith("+") ? errorKey("phone.country") : errorKey("phone.unknown");
	}
	if (!isTaxIdPossible(typed.taxId, typed.country)) {
		errors.taxId = errorKey("taxId.unknown", { country: typed.country });
	}
	if (phone === null || errors.taxId !== undefined) throw new InputError(errors);
	return { ...typed, phone };
}

/** E.164 with extension; `country` applies to a national number. Null if there is no such number. */
function readCompanyPhone(text: string, country: string): string | null {
	if (text === "") return "";
	const home = isSupportedCountry(country) ? (country as CountryCode) : undefined; // checked just before
	const phone = parsePhoneNumber(text, home);
	if (!phone?.isValid()) return null;
	return phone.ext === undefined ? phone.number : `${phone.number} ext. ${phone.ext}`;
}

const notOfTaxes = new Set([
	"passport",
	"pwnr",
	"svnr",
	"bank",
	"cbu",
	"clabe",
	"kontonr",
	"vid",
	"epic",
	"bc_bhn",
	"hkid",
]);
/** Prefixes that the rules do not know: Northern Ireland, and invoices in Japan. */
const prefixes = new Map([
	["GB", /^XI/i],
	["JP", /^T/i],
]);

/** Non-EU companies that sell to the EU; their check digit is not public. */
const sellerToTheEu = /^EU ?\d{9}$/i;

/** Accepts all numbers of the country (a sole trader has a personal one), of the EU, or of a country without rules. */
function isTaxIdPossible(taxId: string, country: string): boolean {
	const number = taxId.replace(prefixes.get(country) ?? "", "");
	const own = Object.entries(stdnum[country] ?? {}).filter(([name]) => !notOfTaxes.has(name));
	if (number === "" || own.length === 0 || sellerToTheEu.test(number)) return true;
	const abroad = euVat[number.slice(0, 2).toUpperCase()] ?? [];
	return [...own.map(([, validator]) => validator), ...abroad].some((each) => each.validate(number).isValid);
}
