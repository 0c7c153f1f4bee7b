import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { toast } from "sonner";
import { DrilledPeople, type RosterDrillPlan } from "../../../shared/alert/drill";
import type { RosterDetails } from "../../../shared/duty/roster";
import { trpcClient } from "../../api/trpc";
import { comma, commaList } from "../../base/comma-list";
import { deliveryChannelLabel } from "../../entities/contact";
import { contactNames } from "../../entities/duty-now";
import { ActionDialog, atField } from "../../forms/action-dialog";
import { EarlierDrills } from "../../forms/roster-drill";
import { Select } from "../../ui/form/select";
import { t as alerts } from "../../words/made/alerts";
import { t } from "../../words/made/duty";

type RosterDrillDialogProps = { roster: RosterDetails; plan: RosterDrillPlan; onClose: () => void };

export function RosterDrillDialog({ roster, plan, onClose }: RosterDrillDialogProps) {
	const { id: rosterId, name, notifiedIds } = roster;
	const navigate = useNavigate();
	const nameOf = contactNames(roster);
	const [people, setPeople] = useState<DrilledPeople>("now");
	const [problem, setProblem] = useState<string>();
	const labels: Record<DrilledPeople, string> = {
		now: t("drill.now", { names: commaList(notifiedIds.map(nameOf)) }),
		ahead: t("drill.ahead"),
	};
	const chosen = plan[people];
	const messages = chosen.messages.map(({ channel, count }) =>
		alerts("drill.messages", { channel: deliveryChannelLabel(channel), count }),
	);
	const start = async () => {
		const { eventId } = await trpcClient.alert.startRosterDrill.mutate({ rosterId, people });
		toast.success(t("drill.underWay"));
		await navigate({ to: "/alerts/events/$eventId", params: { eventId } });
	};
	return (
		<ActionDialog
			isQuestion
			title={t("drill.title", { name })}
			label={t("drill")}
			run={start}
			onClose={onClose}
			onDone={() => {}}
			canRun={chosen.people > 0}
			onRejected={atField("people", setProblem)}
		>
			<Select
				label={t("drill.people")}
				data-autofocus
				data={DrilledPeople.options.map((value) => ({ value, label: labels[value] }))}
				value={people}
				error={problem}
				onChange={(value) => {
					setPeople(DrilledPeople.options.find((option) => option === value) ?? "now");
					setProblem(undefined);
				}}
			/>
			{chosen.people === 0 ? (
				<p>{t("drill.noOne")}</p>
			) : (
				<>
					<p>{t("drill.lead", { people: chosen.people })}</p>
					<p>{alerts("drill.cost", { messages: messages.join(comma) })}</p>
				</>
			)}
			<EarlierDrills rosterId={rosterId} />
		</ActionDialog>
	);
}
