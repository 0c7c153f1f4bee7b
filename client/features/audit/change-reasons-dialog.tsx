import { Skeleton, Textarea } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { ChangeReasons, mostReasons, type ReasonKind, reasonKinds } from "../../../shared/account/change-reasons";
import { type ApiFailure, sentenceFor } from "../../api/api-error";
import { trpc, trpcClient } from "../../api/trpc";
import { ActionDialog, NotSent, ReadDialog } from "../../forms/action-dialog";
import { FormFailure } from "../../ui/form/buttons";
import { errorsFrom } from "../../ui/form/schema-errors";
import { Select } from "../../ui/form/select";
import { t } from "../../words/made/reasons";
import classes from "./change-reasons.module.css";

type Needed = ChangeReasons["kinds"][ReasonKind];
const options = (["none", "reason", "proof"] as const).map((value) => ({ value, label: t(`settings.${value}`) }));

export function ChangeReasonsDialog({ onClose }: { onClose: () => void }) {
	const { data, error } = useQuery(trpc.account.getChangeReasons.queryOptions());
	if (data) return <ChangeReasonsForm present={data} onClose={onClose} />;
	return (
		<ReadDialog title={t("settings.title")} onClose={onClose}>
			{error === null ? (
				<Skeleton height={320} role="status" aria-label={t("settings.loading")} />
			) : (
				<FormFailure failure={sentenceFor(error)} />
			)}
		</ReadDialog>
	);
}

function ChangeReasonsForm({ present, onClose }: { present: ChangeReasons; onClose: () => void }) {
	const [kinds, setKinds] = useState(present.kinds);
	const [lines, setLines] = useState(present.reasons.join("\n"));
	const [error, setError] = useState<string>();
	const queryClient = useQueryClient();

	const save = async () => {
		const reasons = lines.split("\n").filter((line) => line.trim() !== "");
		const [found] = Object.values(errorsFrom(ChangeReasons, { kinds, reasons }));
		setError(found);
		if (found !== undefined) throw new NotSent();
		const saved = await trpcClient.account.saveChangeReasons.mutate({ kinds, reasons });
		queryClient.setQueryData(trpc.account.getChangeReasons.queryKey(), saved);
		toast.success(t("settings.saved"));
	};
	const showAtField = ({ fields }: ApiFailure) => {
		const [found] = Object.values(fields);
		setError(found);
		return found !== undefined;
	};
	const choose = (kind: ReasonKind, needed: Needed | "none") => {
		const { [kind]: _, ...others } = kinds;
		setKinds(needed === "none" || needed === undefined ? others : { ...others, [kind]: needed });
	};
	return (
		<ActionDialog
			title={t("settings.title")}
			size={640}
			label={t("settings.save")}
			run={save}
			onRejected={showAtField}
			onClose={onClose}
		>
			<p>{t("settings.lead")}</p>
			<div className={classes.kinds}>
				{reasonKinds.map((kind) => (
					<Select
						key={kind}
						label={t(`kind.${kind}`)}
						data={options}
						value={kinds[kind] ?? "none"}
						onChange={(needed) => choose(kind, needed)}
					/>
				))}
			</div>
			<Textarea
				label={t("settings.list")}
				description={t("settings.list.help", { most: mostReasons })}
				minRows={3}
				maxRows={10}
				value={lines}
				error={error}
				onChange={({ currentTarget }) => {
					setLines(currentTarget.value);
					setError(undefined);
				}}
			/>
		</ActionDialog>
	);
}
