import type { MappingStudy } from "../shared/report/mapping-study";

/** Of 2 to 8 °C at two positions, which has not started. */
export function mappingStudy(changes: Partial<MappingStudy> = {}): MappingStudy {
	return {
		groupId: "grp_1",
		groupName: "Cold room",
		purpose: "The cold room before its first use",
		planId: null,
		positions: [
			{ name: "Door", deviceId: "dev_A", channelId: "chn_A", at: null },
			{ name: "Back", deviceId: "dev_B", channelId: "chn_B", at: null },
		],
		criteria: { min: 2, max: 8, outMinutes: 0, spread: 3, hours: 24, coverage: 95 },
		conditions: [{ kind: "door", text: "Open for ten minutes" }],
		quantity: "temperature",
		unit: "°C",
		repeats: null,
		replaces: null,
		signed: null,
		startedAt: null,
		endedAt: null,
		spans: [],
		decision: null,
		...changes,
	};
}
