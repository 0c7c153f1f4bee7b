import { Checkbox, Skeleton } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { type FourEyes, fourEyesKinds } from "../../../shared/account/four-eyes";
import { sentenceFor } from "../../api/api-error";
import { trpc, trpcClient } from "../../api/trpc";
import { ActionDialog, atFields, ReadDialog } from "../../forms/action-dialog";
import { FormFailure } from "../../ui/form/buttons";
import { t } from "../../words/made/four-eyes";

export function FourEyesDialog({ onClose }: { onClose: () => void }) {
	const { data, error } = useQuery(trpc.account.getFourEyes.queryOptions());
	if (data) return <FourEyesForm present={data} onClose={onClose} />;
	return (
		<ReadDialog title={t("settings.title")} onClose={onClose}>
			{error === null ? (
				<Skeleton height={200} role="status" aria-label={t("settings.loading")} />
			) : (
				<FormFailure failure={sentenceFor(error)} />
			)}
		</ReadDialog>
	);
}

function FourEyesForm({ present, onClose }: { present: FourEyes; onClose: () => void }) {
	const [kinds, setKinds] = useState(present.kinds);
	const [isKnown, setIsKnown] = useState(false);
	const [errors, setErrors] = useState<Record<string, string>>({});
	const queryClient = useQueryClient();
	const save = async () => {
		setErrors({});
		const input = { kinds, ...(isKnown && { isOneOwnerKnown: true }) };
		const saved = await trpcClient.account.saveFourEyes.mutate(input);
		queryClient.setQueryData(trpc.account.getFourEyes.queryKey(), saved);
		await queryClient.invalidateQueries(trpc.account.getCurrent.queryFilter());
		toast.success(t("settings.saved"));
	};
	const isOneOwner = errors.isOneOwnerKnown !== undefined || isKnown;
	return (
		<ActionDialog
			title={t("settings.title")}
			label={t("settings.save")}
			run={save}
			onClose={onClose}
			onRejected={atFields(setErrors)}
		>
			<p>{t("settings.lead")}</p>
			<Checkbox.Group
				label={t("settings.kinds")}
				value={kinds}
				error={errors.kinds}
				onChange={(chosen) => {
					setKinds(fourEyesKinds.filter((kind) => chosen.includes(kind)));
					setErrors({});
				}}
			>
				{fourEyesKinds.map((kind) => (
					<Checkbox key={kind} mt={8} value={kind} label={t(`kind.${kind}`)} description={t(`kind.${kind}.help`)} />
				))}
			</Checkbox.Group>
			{isOneOwner && (
				<Checkbox
					label={t("settings.oneOwner")}
					checked={isKnown}
					error={errors.isOneOwnerKnown}
					onChange={({ currentTarget }) => {
						setIsKnown(currentTarget.checked);
						setErrors({});
					}}
				/>
			)}
		</ActionDialog>
	);
}
