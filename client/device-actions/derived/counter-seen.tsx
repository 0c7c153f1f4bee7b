import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { CounterProposal } from "../../../shared/device/derived/inputs";
import { trpc } from "../../api/trpc";
import layout from "../../ui/layout/layouts.module.css";
import { digitsText } from "../../ui/value-display";
import { t } from "../../words/made/device";

type CounterSeenProps = {
	/** Empty: not chosen. */
	channelId: string;
	/** Called once for each channel. */
	onPropose: (options: Record<string, string>) => void;
};

export function CounterSeen({ channelId, onPropose }: CounterSeenProps) {
	const proposal = useQuery({
		...trpc.device.getCounterProposal.queryOptions({ channelId }),
		enabled: channelId !== "",
	}).data;
	const proposed = useRef("");
	useEffect(() => {
		if (!proposal || proposed.current === channelId) return;
		proposed.current = channelId;
		const { resets, rollsOverAt } = proposal.options;
		onPropose({ resets, rollsOverAt: rollsOverAt === undefined ? "" : digitsText(String(rollsOverAt)) });
	}, [proposal, channelId, onPropose]);
	return proposal && <p className={layout.wrappedNote}>{counterSeenText(proposal)}</p>;
}

export function counterSeenText({ seen, falls, options: { rollsOverAt = 0 } }: CounterProposal): string {
	if (seen === "noFall" || seen === "countsDown") return t(`counter.${seen}`);
	return t(`counter.${seen}`, { count: falls, end: digitsText(String(rollsOverAt)) });
}
