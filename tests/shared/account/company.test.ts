import { describe, expect, it } from "vitest";
import { addressLines, type Company, letterLines, UpdateCompany } from "../../../shared/account/company";
import { countryCodes, countryName } from "../../../shared/account/countries";
import { company } from "../../samples";

const typed = (changes: Partial<Company>) => UpdateCompany.safeParse({ ...company, ...changes });

describe("the input of a company", () => {
	it.each([
		["website", "example.com", "https://example.com"],
		["website", " http://example.com/a?b=c#d ", "http://example.com/a?b=c#d"],
		["website", "", ""],
		["email", " office@example.com ", "office@example.com"],
		["companyName", "  Acme\u202e  Cold\tStores ", "Acme Cold Stores"],
		["description", "One\r\nTwo", "One\nTwo"],
		["country", "", ""],
		["country", "PT", "PT"],
	])("stores for %s, %j as %j", (field, text, kept) => {
		expect(typed({ [field]: text }).data).toMatchObject({ [field]: kept });
	});

	it.each([
		["companyName", "\u200b "],
		["companyName", "x".repeat(65)],
		["description", "x".repeat(501)],
		["website", "javascript:alert(1)"],
		["website", "https://user:secret@example.com"],
		["website", "example"],
		["website", "https://exa mple.com"],
		["website", `https://example.com/${"x".repeat(200)}`],
		["email", "office"],
		["email", "a@b.test\r\nBcc: c@d.test"],
		["country", "pt"],
		["country", "EU"],
		["country", "__proto__"],
		["timeZone", "+01:00"],
		["language", "xx"],
		["hourCycle", "13"],
		["decimalSign", "."],
	])("as %s, %j is refused at its field", (field, text) => {
		const { error } = typed({ [field]: text });
		expect(error?.issues.map(({ path }) => path.join("."))).toEqual([field]);
	});
});

describe("an address", () => {
	const place = { street: "Rua 1", postcode: "1100-001", city: "Lisboa", region: "", country: "PT" };

	it("reads as its country writes it, without what is empty", () => {
		expect(addressLines(place)).toEqual(["Rua 1", "1100-001 Lisboa", "Portugal"]);
		const american = { street: "1 Main St", postcode: "80202", city: "Denver", region: "CO", country: "US" };
		expect(addressLines(american)).toEqual(["1 Main St", "Denver, CO 80202", "United States"]);
		expect(addressLines({ street: "", postcode: "", city: "", region: "", country: "" })).toEqual([]);
	});

	it("stands in a letter with the legal name, above how to reach it", () => {
		expect(letterLines({ ...company, ...place, legalName: "Acme Lda.", phone: "+351210000101" })).toEqual([
			"Acme Lda., Rua 1, 1100-001 Lisboa, Portugal",
			"+351210000101",
		]);
		expect(letterLines({ ...company, country: "AT" }, "de")).toEqual(["Österreich"]);
		expect(letterLines(company)).toEqual([]);
	});
});

it("knows every country that the platform names, but for groups of them, and for what is no more", () => {
	const platform = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
	const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];
	const named = letters.flatMap((one) => letters.map((other) => one + other)).filter((code) => platform.of(code));
	const none =
		"AC AN BU CP CQ CS CT DD DG DY EA EU EZ FQ FX HV IC JT MI NH NQ NT PC PU PZ QO RH SU TA TP UK UN VD WK XA XB YD YU ZR ZZ";
	const notACountry = new Set(none.split(" "));
	expect(named.filter((code) => !notACountry.has(code))).toEqual(countryCodes);
	expect(["en", "de", "fr", "ja"].map((tag) => countryName("DE", tag))).toEqual([
		"Germany",
		"Deutschland",
		"Allemagne",
		"ドイツ",
	]);
	expect(countryName("??")).toBe("??");
});
