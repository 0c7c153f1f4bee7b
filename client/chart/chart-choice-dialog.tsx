import { Checkbox, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { foldText } from "../../shared/base/fold-text";
import { limits } from "../../shared/base/limits";
import type { GetSeriesChoice, SeriesChoice } from "../../shared/log/log";
import { readFailure, sentenceFor } from "../api/api-error";
import { trpc } from "../api/trpc";
import { ActionDialogForm } from "../forms/action-dialog";
import { Dialog } from "../ui/feedback/dialog";
import { PlainButton, SubtleButton } from "../ui/form/buttons";
import layout from "../ui/layout/layouts.module.css";
import { NoRows } from "../ui/layout/rows";
import { t } from "../words/made/charts";
import classes from "./chart.module.css";

const listed = 100;

export type Choosable = { requested: GetSeriesChoice } | { known: SeriesChoice };

type ChartChoiceDialogProps = {
	isOpen: boolean;
	choosable: Choosable;
	shownIds: string[];
	onChoose: (shownIds: string[]) => void;
	onClose: () => void;
};

export function ChartChoiceDialog({ isOpen, onClose, ...rest }: ChartChoiceDialogProps) {
	return (
		<Dialog isForm isOpen={isOpen} onClose={onClose} title={t("choose.title")} size={560}>
			{isOpen && <ChoiceForm {...rest} onClose={onClose} />}
		</Dialog>
	);
}

function ChoiceForm({ choosable: latest, shownIds, onChoose, onClose }: Omit<ChartChoiceDialogProps, "isOpen">) {
	// Fixed when opened: the span moves with time, and a new request would lose the ticks.
	const [choosable] = useState(latest);
	const isRequested = "requested" in choosable;
	const result = useQuery({
		...trpc.log.getSeriesChoice.queryOptions(
			isRequested ? choosable.requested : { rangeType: "hour", offset: 0, quantity: "other" },
		),
		enabled: isRequested,
		staleTime: 0,
	});
	const channels = isRequested ? result.data : choosable.known;
	if (result.isError && channels === undefined) {
		return (
			<div className={classes.choice}>
				<NoRows>{sentenceFor(readFailure(result.error))}</NoRows>
				<PlainButton onClick={() => void result.refetch()}>{t("tryAgain")}</PlainButton>
			</div>
		);
	}
	if (channels === undefined) return <NoRows>{t("loading")}</NoRows>;
	return <ChoiceFields channels={channels} shownIds={shownIds} onChoose={onChoose} onClose={onClose} />;
}

type ChoiceFieldsProps = Omit<ChartChoiceDialogProps, "isOpen" | "choosable"> & { channels: SeriesChoice };

function ChoiceFields({ channels, shownIds, onChoose, onClose }: ChoiceFieldsProps) {
	const [chosen, setChosen] = useState(() => shownIds.filter((id) => channels.some((channel) => channel.id === id)));
	const [search, setSearch] = useState("");
	const wanted = foldText(useDeferredValue(search).trim());
	const found = channels.filter(({ name, deviceName }) => foldText(`${deviceName} · ${name}`).includes(wanted));
	const isFull = chosen.length >= limits.seriesChannels;
	return (
		<ActionDialogForm label={t("choose.show")} run={async () => onChoose(chosen)} onClose={onClose}>
			<TextInput
				label={t("choose.find")}
				placeholder={t("choose.find.example")}
				leftSection={<IconSearch size={16} aria-hidden="true" />}
				value={search}
				onChange={(event) => setSearch(event.currentTarget.value)}
				onKeyDown={(event) => {
					// Enter in the search must not submit the form.
					if (event.key === "Enter") event.preventDefault();
				}}
			/>
			<p className={layout.note} role="status">
				{chosen.length === 0
					? t("choose.none", { most: limits.seriesChannels })
					: t("choose.count", { count: chosen.length, most: limits.seriesChannels })}
			</p>
			{found.length === 0 ? (
				<NoRows>{t("choose.noMatch", { text: search.trim() })}</NoRows>
			) : (
				<ul className={classes.choices} aria-label={t("choose.list")}>
					{found.slice(0, listed).map(({ id, name, deviceName, hasReadings }) => (
						<li key={id}>
							<Checkbox
								label={`${deviceName} · ${name}`}
								description={hasReadings ? undefined : t("choose.noReadings")}
								checked={chosen.includes(id)}
								disabled={isFull && !chosen.includes(id)}
								onChange={({ currentTarget: { checked } }) =>
									setChosen((before) => (checked ? [...before, id] : before.filter((other) => other !== id)))
								}
							/>
						</li>
					))}
				</ul>
			)}
			{found.length > listed && <p className={layout.note}>{t("choose.further", { count: found.length - listed })}</p>}
			{isFull && <p className={layout.note}>{t("choose.full", { most: limits.seriesChannels })}</p>}
			<div className={classes.reset}>
				<SubtleButton size="compact-md" disabled={chosen.length === 0} onClick={() => setChosen([])}>
					{t("choose.clear")}
				</SubtleButton>
			</div>
		</ActionDialogForm>
	);
}
