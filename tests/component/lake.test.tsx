import { describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { LakeCard } from "../../client/features/company/lake/lake-card";
import type { Lake, LakeDays } from "../../shared/account/lake";
import { show } from "./show";
import { Denied, stubCalls } from "./stubbed-calls";

const off: Lake = {
	isOn: false,
	since: null,
	nextNightAt: null,
	isRunning: false,
	days: 0,
	waitingDays: 0,
	rows: 0,
	bytes: 0,
	lastNight: null,
	bucket: null,
};
const on: Lake = {
	...off,
	isOn: true,
	nextNightAt: new Date(Date.UTC(2031, 2, 4, 1)),
	days: 61,
	waitingDays: 304,
	rows: 1_200_000,
	bytes: 4_800_000,
	lastNight: {
		startedAt: 0,
		endedAt: Date.UTC(2031, 2, 3, 1),
		days: 61,
		rows: 1_200_000,
		bytes: 4_800_000,
		waitingDays: 304,
		failedDays: 1,
		problem: "full",
		copied: 0,
		bucket: null,
	},
};
const days: LakeDays = {
	days: [
		{ day: 20_000, rows: 2_400_000, files: ["0", "1"].map((part) => ({ part: part.repeat(16), bytes: 9_000_000 })) },
	],
	hasMore: false,
};
const place = {
	endpoint: "https://s3.acme.io",
	bucket: "readings",
	prefix: "",
	region: "eu-central-1",
	keyId: "AKIA0001",
};

describe("the card of Parquet files", () => {
	it("switches on from a day, and rejects what is no day", async () => {
		const calls = stubCalls({ "account.getLake": () => off, "account.saveLake": () => ({ ...off, isOn: true }) });
		await show(<LakeCard />);
		await page.getByLabelText("First day (UTC)").fill("soon");
		await page.getByRole("button", { name: "Switch on" }).click();
		await expect.element(page.getByText("Enter a day such as 2026-01-31.")).toBeVisible();
		await page.getByLabelText("First day (UTC)").fill("2026-02-03");
		await page.getByRole("button", { name: "Switch on" }).click();
		await expect.element(page.getByRole("button", { name: "Switch off" })).toBeVisible();
		const input = { isOn: true, since: Date.UTC(2026, 1, 3) };
		expect(calls.filter(({ procedure }) => procedure === "account.saveLake")).toEqual([
			{ procedure: "account.saveLake", input },
		]);
	});

	it("states what is stored, what is left, and how the last night ended", async () => {
		stubCalls({ "account.getLake": () => on, "account.getLakeDays": () => days });
		await show(<LakeCard />);
		await expect.element(page.getByText(/61 days with 1,200,000 readings in 4.8 MB/)).toBeVisible();
		await expect.element(page.getByText(/304 days are not written yet/)).toBeVisible();
		await expect.element(page.getByText(/1 day could not be written/)).toBeVisible();
		await expect.element(page.getByText(/storage is almost full/)).toBeVisible();
		await expect.element(page.getByText("2024-10-04")).toBeVisible();
		await expect.element(page.getByRole("button", { name: "Download part 2 (9 MB)" })).toBeVisible();
	});

	it("says why a bucket is not saved, keeps what was typed, and never shows the secret", async () => {
		let isSaved = false;
		const calls = stubCalls({
			"account.getLake": () => on,
			"account.getLakeDays": () => days,
			"account.saveLakeBucket": (input) => {
				const { endpoint } = input as typeof place;
				if (endpoint.includes("10.0"))
					throw new Denied({ reason: "INPUT_NOT_VALID", fields: { endpoint: "Enter a name" } });
				const outcome = isSaved ? { kind: "ok", detail: "" } : { kind: "wrongRegion", detail: "eu-west-3" };
				return { outcome, lake: isSaved ? { ...on, bucket: { ...place, waitingFiles: 61, outcome } } : on };
			},
		});
		await show(<LakeCard />);
		await page.getByRole("button", { name: "Enter a bucket" }).click();
		await page.getByLabelText("Endpoint").fill("https://10.0.0.1");
		await page.getByLabelText("Bucket", { exact: true }).fill(place.bucket);
		await page.getByLabelText("Region").fill(place.region);
		await page.getByLabelText("Access key ID", { exact: true }).fill(place.keyId);
		await page.getByLabelText("Secret access key", { exact: true }).fill("q8-secret");
		await page.getByRole("button", { name: "Test and save" }).click();
		await expect.element(page.getByText("Enter a name")).toBeVisible();
		await page.getByLabelText("Endpoint").fill(place.endpoint);
		await page.getByRole("button", { name: "Test and save" }).click();
		await expect.element(page.getByText(/The bucket is in another region: eu-west-3/)).toBeVisible();
		await expect.element(page.getByLabelText("Region")).toHaveValue(place.region);
		isSaved = true;
		await page.getByRole("button", { name: "Test and save" }).click();
		await expect.element(page.getByText(/61 files are not there yet/)).toBeVisible();
		await page.getByRole("button", { name: "Change", exact: true }).click();
		await expect.element(page.getByLabelText("Secret access key", { exact: true })).toHaveValue("");
		expect(calls.at(-1)).toEqual({ procedure: "account.saveLakeBucket", input: { ...place, secret: "q8-secret" } });
	});
});
