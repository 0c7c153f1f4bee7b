import { expect, it } from "vitest";
import { type SignaturePage, signatureCertificate, signedEdition } from "../../../../backend/report/formats/signed-pdf";
import { column, readPdf, rendered, reportDocument, runId, section, table } from "./documents";

const page: SignaturePage = {
	companyName: "Hansen Pharma",
	productName: "AQLCloud",
	fileName: "Daily readings.pdf",
	sha256: "ab".repeat(32),
	runId,
	reportName: "Daily readings",
	periodText: "25 Oct 2026",
	verifyUrl: "https://console.test/verify",
	paper: "a4",
	signatures: [
		{
			name: "Ana Hansen",
			email: "ana@hansen.test",
			meaning: "reviewed",
			reason: "",
			timeText: "26 Oct 2026, 09:14:05 UTC",
			proof: { by: "sso", provider: "id.hansen.test" },
		},
		{
			name: "Jörg 李",
			email: "",
			meaning: "rejected",
			reason: "The door.\nTwice.",
			timeText: "26 Oct 2026, 11:20:41 UTC",
			proof: { by: "passkey" },
		},
	],
};

const signed = () =>
	rendered(reportDocument([section([table("Inventory", [column("Device")], [["Freezer 1"]])])]), "pdf");
const textsOf = ({ texts }: { texts: { text: string }[] }) => texts.map(({ text }) => text);

it("keeps the signed file byte for byte, and appends a page of its signatures", async () => {
	const file = await signed();
	const edition = await signedEdition(file, page);
	expect(edition.subarray(0, file.length)).toEqual(file);
	const { pages } = await readPdf(edition);
	const [before] = (await readPdf(file)).pages;
	expect(pages).toHaveLength(2);
	expect(pages[0]).toEqual(before);
	expect(pages[1]?.links).toEqual(["https://console.test/verify"]);
	expect(pages[1] && textsOf(pages[1])).toEqual(
		expect.arrayContaining([
			...["File", "Daily readings.pdf", "SHA-256", page.sha256, "Run", runId],
			...["reviewed: Ana Hansen", "ana@hansen.test", "26 Oct 2026, 09:14:05 UTC"],
			...["Confirmed by", "single sign-on at id.hansen.test", "passkey"],
			...["rejected: Jörg �", "Reason", "The door.", "Twice.", "26 Oct 2026, 11:20:41 UTC"],
			"Where this file's fonts lack a letter, � stands for it. The console has the letters themselves.",
		]),
	);
});

it("adds pages for many signatures, and writes all of its own words", async () => {
	const [one] = page.signatures;
	const signatures = one ? Array.from({ length: 20 }, (_, index) => ({ ...one, name: `Person ${index}` })) : [];
	const { pages } = await readPdf(await signatureCertificate({ ...page, fileName: "Daily readings.csv", signatures }));
	expect(pages.length).toBeGreaterThan(1);
	const texts = pages.flatMap(textsOf);
	for (const index of signatures.keys()) expect(texts).toContain(`reviewed: Person ${index}`);
	expect(texts).toContain("Daily readings.csv");
});
