import { IconBellOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { toast } from "sonner";
import type { GetPlannedMutes, PlannedMute } from "../../shared/alert/planned-mute";
import { plannedMutesOf } from "../api/queries";
import { justLoadedMs } from "../api/query-client";
import { trpcClient } from "../api/trpc";
import { PlannedTimes } from "../entities/planned-mute";
import { PlainButton, SubtleButton } from "../ui/form/buttons";
import { Card } from "../ui/layout/card";
import { NoRows, Rows } from "../ui/layout/rows";
import { t } from "../words/made/forms";
import { useRefreshMuted } from "./mute";
import { useToastedRun } from "./toast-failure";

const PlanMuteDialog = lazy(async () => ({ default: (await import("./plan-mute-dialog")).PlanMuteDialog }));

const RemovePlannedMute = lazy(async () => ({
	default: (await import("./plan-mute-dialog")).RemovePlannedMute,
}));

type PlannedMutesCardProps = {
	of: NonNullable<GetPlannedMutes>;
	denial: string | null;
	hasOwnClock?: boolean;
};

export function PlannedMutesCard({ of, denial, hasOwnClock = false }: PlannedMutesCardProps) {
	const { data, isError } = useQuery({ ...plannedMutesOf(of), staleTime: justLoadedMs });
	const [isPlanning, setIsPlanning] = useState(false);
	return (
		<Card
			title={t("planned.title")}
			action={
				denial === null && (
					<PlainButton size="compact-sm" leftSection={<IconBellOff size={16} />} onClick={() => setIsPlanning(true)}>
						{t("plan.title")}
					</PlainButton>
				)
			}
		>
			{data && data.length > 0 ? (
				<Rows rows={data.map((mute) => ({ key: mute.id, ...plannedRow(mute, of) }))} />
			) : (
				<NoRows>{isError ? t("planned.notLoaded") : data ? t("planned.none") : t("loading")}</NoRows>
			)}
			<Suspense>
				{isPlanning && <PlanMuteDialog of={of} hasOwnClock={hasOwnClock} onClose={() => setIsPlanning(false)} />}
			</Suspense>
		</Card>
	);
}

function plannedRow(mute: PlannedMute, { deviceId }: NonNullable<GetPlannedMutes>) {
	const { kind, name, reason, createdBy } = mute;
	const group = name === "" ? t("planned.hiddenGroup") : t("planned.group", { name });
	const said = [...(deviceId !== undefined && kind === "group" ? [group] : []), ...(reason === "" ? [] : [reason])];
	if (createdBy !== "") said.push(t("planned.by", { createdBy }));
	return {
		name: <PlannedTimes mute={mute} />,
		under: said.join(" · "),
		end: mute.isEditable && <EndMute mute={mute} />,
	};
}

function EndMute({ mute }: { mute: PlannedMute }) {
	const { id, mutedUntil, next, name } = mute;
	const refresh = useRefreshMuted();
	const { isBusy, run } = useToastedRun();
	const [isAsking, setIsAsking] = useState(false);
	const isLast = mutedUntil !== null && next === null;
	const end = (how: "end" | "remove") =>
		run(async () => {
			await trpcClient.alert.endPlannedMute.mutate({ plannedMuteId: id, how });
			toast.success(how === "end" ? t("planned.unmuted", { name }) : t("planned.ended"));
			await refresh();
		});
	return (
		<>
			{mutedUntil !== null && next !== null && (
				<SubtleButton size="compact-sm" disabled={isBusy} onClick={() => void end("end")}>
					{t("planned.endNow")}
				</SubtleButton>
			)}
			<SubtleButton
				size="compact-sm"
				disabled={isBusy}
				onClick={() => (isLast ? void end("remove") : setIsAsking(true))}
			>
				{isLast ? t("planned.endNow") : t("remove")}
			</SubtleButton>
			<Suspense>{isAsking && <RemovePlannedMute mute={mute} onClose={() => setIsAsking(false)} />}</Suspense>
		</>
	);
}
