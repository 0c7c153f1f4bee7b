import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { DeviceFacts } from "../../../shared/device";
import { trpc } from "../../api/trpc";

export type FactsById = ReadonlyMap<string, DeviceFacts>;

/** What the loader has just fetched is not asked again by the screen, as suspense queries see to by themselves. */
const justLoadedMs = 1_000;

const noFacts: FactsById = new Map();

/** What only some columns show, asked for when one of them is. */
export function useDeviceFacts(isWanted: boolean): FactsById {
	const { data } = useQuery({
		...trpc.device.getDeviceFacts.queryOptions(),
		enabled: isWanted,
		staleTime: justLoadedMs,
	});
	return useMemo(() => (data ? new Map(data.map((facts) => [facts.id, facts])) : noFacts), [data]);
}
