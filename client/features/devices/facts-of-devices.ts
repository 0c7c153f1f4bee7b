import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { DeviceFacts } from "../../../shared/device";
import { trpc } from "../../api/trpc";

export type FactsById = ReadonlyMap<string, DeviceFacts>;

const noFacts: FactsById = new Map();

/** What only some columns show, asked for when one of them is. */
export function useDeviceFacts(isWanted: boolean): FactsById {
	const { data } = useQuery({ ...trpc.device.getDeviceFacts.queryOptions(), enabled: isWanted });
	return useMemo(() => (data ? new Map(data.map((facts) => [facts.id, facts])) : noFacts), [data]);
}
