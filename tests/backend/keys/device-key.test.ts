import { describe, expect, it } from "vitest";
import { createNewId, encodeBase32 } from "../../../backend/base/ids";
import { createIngestKeys, digestSecret } from "../../../backend/keys/ingest-keys";
import { DeviceId, type IdKind, idPrefixes } from "../../../shared/base/ids";
import * as fc from "../../properties";

const secret = "a-secret-of-more-than-thirty-two-bytes";
const other = "another-secret-of-more-than-32-bytes";
const keys = createIngestKeys("device", [secret]);
const times = fc.integer({ min: 0, max: 2 ** 48 - 1 });

describe("a device key", () => {
	it("names its account and device, and its secret has the digest that is kept", async () => {
		await fc.assert(
			fc.asyncProperty(times, times, async (a, b) => {
				const [accountId, deviceId] = [createNewId(a)("account"), createNewId(b)("device")];
				const { key, digest } = await keys.mint(accountId, deviceId);
				const claims = await keys.parse(key);
				expect(claims).toEqual({ accountId, senderId: deviceId, secret: expect.stringMatching(/^[0-9a-z]{52}$/) });
				expect(await digestSecret(claims?.secret ?? "")).toBe(digest);
			}),
			{ numRuns: 50 },
		);
	});

	it("becomes invalid by any changed character", async () => {
		const { key } = await keys.mint(createNewId(1)("account"), createNewId(2)("device"));
		await fc.assert(
			fc.asyncProperty(
				fc.nat(key.length - 1),
				fc.constantFrom(..."0123456789abcdefghjkmnpqrstvwxyz_U "),
				async (at, char) => {
					const changed = `${key.slice(0, at)}${char}${key.slice(at + 1)}`;
					expect(await keys.parse(changed)).toEqual(changed === key ? expect.anything() : null);
				},
			),
		);
	});

	it("parses no other text as a key", async () => {
		await fc.assert(
			fc.asyncProperty(fc.string(), async (text) => {
				expect(await keys.parse(text)).toBeNull();
			}),
		);
	});

	it("accepts one signed with the previous secret while that is given, and signs new ones with the current", async () => {
		const ids = [createNewId(1)("account"), createNewId(2)("device")] as const;
		const old = await keys.mint(...ids);
		const rotated = createIngestKeys("device", [other, secret]);
		const renewed = await rotated.mint(...ids);
		expect(await rotated.parse(old.key)).not.toBeNull();
		expect(await rotated.parse(renewed.key)).not.toBeNull();
		expect(await createIngestKeys("device", [other]).parse(old.key)).toBeNull();
		expect(await keys.parse(renewed.key)).toBeNull();
	});

	it("differs each time it is made", async () => {
		const ids = [createNewId(1)("account"), createNewId(2)("device")] as const;
		const minted = await Promise.all(Array.from({ length: 20 }, () => keys.mint(...ids)));
		expect(new Set(minted.map(({ key }) => key)).size).toBe(20);
	});
});

describe("an integration key", () => {
	const integrationKeys = createIngestKeys("integrationKey", [secret]);
	const ids = [createNewId(1)("account"), createNewId(2)("integrationKey")] as const;

	it("names its account and itself, and its secret has the digest that is kept", async () => {
		const { key, digest } = await integrationKeys.mint(...ids);
		expect(key).toMatch(/^aqi_/);
		const claims = await integrationKeys.parse(key);
		expect(claims).toEqual({ accountId: ids[0], senderId: ids[1], secret: expect.any(String) });
		expect(await digestSecret(claims?.secret ?? "")).toBe(digest);
	});

	it("cannot stand for a device key, nor the other way round, nor be made of one", async () => {
		const { key } = await integrationKeys.mint(...ids);
		const device = await keys.mint(createNewId(1)("account"), createNewId(2)("device"));
		for (const wrong of [key, key.replace("aqi_", "aqd_")]) expect(await keys.parse(wrong)).toBeNull();
		for (const wrong of [device.key, device.key.replace("aqd_", "aqi_")]) {
			expect(await integrationKeys.parse(wrong)).toBeNull();
		}
	});

	it("accepts one signed with the previous secret while that is given", async () => {
		const old = await integrationKeys.mint(...ids);
		expect(await createIngestKeys("integrationKey", [other, secret]).parse(old.key)).not.toBeNull();
		expect(await createIngestKeys("integrationKey", [other]).parse(old.key)).toBeNull();
	});
});

describe("an id", () => {
	it("uses the form of its kind, and sorts by the time it was made", () => {
		fc.assert(
			fc.property(times, times, (a, b) => {
				const [first, second] = [createNewId(a)("device"), createNewId(b)("device")];
				expect(DeviceId.safeParse(first).success).toBe(true);
				if (a !== b) expect(first < second).toBe(a < b);
			}),
		);
	});

	it("carries the prefix of its kind", () => {
		for (const [kind, prefix] of Object.entries(idPrefixes)) {
			expect(createNewId(0)(kind as IdKind).startsWith(`${prefix}_`)).toBe(true); // keys of a const object are its kinds
		}
	});
});

it("sorts base32 as its bytes, and keeps them distinct", () => {
	const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 });
	const compare = (a: Uint8Array, b: Uint8Array) => {
		const position = a.findIndex((byte, index) => byte !== b[index]);
		return position < 0 ? 0 : Math.sign((a[position] ?? 0) - (b[position] ?? 0));
	};
	fc.assert(
		fc.property(bytes, bytes, (a, b) => {
			const [one, two] = [encodeBase32(a), encodeBase32(b)];
			expect(one === two ? 0 : one < two ? -1 : 1).toBe(compare(a, b));
		}),
	);
	expect(encodeBase32(new Uint8Array([0]))).toBe("00");
	expect(encodeBase32(new Uint8Array([255]))).toBe("7z");
	expect(encodeBase32(new Uint8Array(32))).toHaveLength(52);
});
