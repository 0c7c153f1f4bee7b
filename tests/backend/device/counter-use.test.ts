import { describe, expect, it } from "vitest";
import { dayMs, hourMs } from "../../../shared/base/durations";
import type { CounterProposal, CounterUse } from "../../../shared/device/derived/inputs";
import type { Device } from "../../../shared/device/device";
import { addDevice, createOwner, ingest } from "../fixtures/fleet";
import { dataOf } from "../fixtures/people";

const startOfDay = () => Math.floor(Date.now() / dayMs) * dayMs;
const today = startOfDay();

const energy = { name: "Meter", quantity: "energy", unit: "kWh", decimals: 1, min: null, max: null } as const;

async function createMeter(
	readings: readonly (readonly [hour: number, value: number])[],
	options: Record<string, string | number> = {},
) {
	const { owner } = await createOwner();
	const made = await addDevice(owner, { timezoneOffset: 0, timeZoneRule: 0, channels: [energy] });
	const { device, key } = made;
	const counterId = device.channels[0]?.id ?? "";
	await ingest(
		key,
		readings.map(([hour, value]) => ({ channel: "Meter", at: today - hour * hourMs, value })),
	);
	const definition = {
		kind: "use",
		sources: [{ role: "counter", channelId: counterId }],
		driver: counterId,
		toleranceSeconds: 0,
		options: { resets: "never", ...options },
	};
	const { version } = dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id }));
	const input = { deviceId: device.id, version, name: "Use", definition };
	const { channels } = dataOf<Device>(await owner.mutate("device.addDerivedChannel", input));
	const channelId = channels.find(({ name }) => name === "Use")?.id ?? "";
	const useOf = async (step: string, offset = 0) =>
		dataOf<CounterUse>(await owner.query("log.getCounterUse", { channelId, step, offset }));
	return { owner, device, counterId, channelId, useOf };
}

describe("the use of a counter", () => {
	it("returns a day's bars by the hour, whose sum is the total, with its cost", async () => {
		const { useOf } = await createMeter(
			[
				[30, 100],
				[20, 110],
				[19, 113],
				[18, 0],
				[17, 114],
				[16, 2],
				[15, 5],
			],
			{ price: 0.5, currency: "EUR" },
		);
		const daysSince = (startOfDay() - today) / dayMs;
		const { bars, total, cost, from, to } = await useOf("hour", 1 + daysSince);
		expect([from, to]).toEqual([today - dayMs, today]);
		expect(bars).toHaveLength(24);
		const used = bars.flatMap(({ from: at, use, since }) =>
			use === null ? [] : [[(today - at) / hourMs, use, since && (today - since) / hourMs]],
		);
		expect(used).toEqual([
			[20, 10, 30],
			[19, 3, null],
			[18, 0, null],
			[17, 1, null],
			[16, 2, null],
			[15, 3, null],
		]);
		expect({ total, cost }).toEqual({ total: 19, cost: { amount: 9.5, currency: "EUR" } });
	});

	it.for(["day", "week", "month"])("returns bars of a %s that touch", async (step) => {
		const { useOf } = await createMeter([
			[3, 7],
			[2, 9],
		]);
		const { bars, from, to } = await useOf(step);
		expect([bars[0]?.from, bars.at(-1)?.to]).toEqual([from, to]);
		for (const [index, bar] of bars.entries()) expect(bar.to).toBe(bars[index + 1]?.from ?? to);
	});

	it("returns CHANNEL_NOT_FOUND for a channel that is no use", async () => {
		const { owner, counterId } = await createMeter([[3, 7]]);
		const response = await owner.query("log.getCounterUse", { channelId: counterId, step: "day", offset: 0 });
		expect(response).toMatchObject({ error: { data: { reason: "CHANNEL_NOT_FOUND" } } });
	});

	it("proposes how the counter starts again by what it sent", async () => {
		const day = Array.from({ length: 48 }, (_, hour) => [48 - hour, (hour % 24) / 2] as const);
		const { owner, counterId } = await createMeter(day);
		const proposal = dataOf<CounterProposal>(await owner.query("device.getCounterProposal", { channelId: counterId }));
		expect(proposal).toEqual({ options: { resets: "daily" }, seen: "midnight", falls: 1 });
	});
});
