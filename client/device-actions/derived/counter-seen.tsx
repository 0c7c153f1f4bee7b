import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { CounterProposal } from "../../../shared/device/derived/inputs";
import { trpc } from "../../api/trpc";
import { digitsText } from "../../ui/value-display";
import classes from "./derived.module.css";

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
	return proposal && <p className={classes.help}>{counterSeenText(proposal)}</p>;
}

export function counterSeenText({ seen, falls, options: { rollsOverAt = 0 } }: CounterProposal): string {
	const often = falls === 1 ? "once" : `${falls} times`;
	const texts: Record<CounterProposal["seen"], string> = {
		noFall: "Its values did not fall in the last 31 days.",
		resets: `Its values fell ${often} in the last 31 days. Each fall counts as a reset.`,
		midnight: `Its values fell at midnight, ${often} in the last 31 days: it starts again each day.`,
		rollOver: `Its values fell from just below ${digitsText(String(rollsOverAt))} to the start, ${often} in the last 31 days: it starts again there.`,
		countsDown:
			"Its values fall more often than they rise. Check that this channel is a counter: what counts down has no use.",
	};
	return texts[seen];
}
