import { Skeleton } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { mcpPath } from "../../../shared/account/api-key";
import { sentenceFor } from "../../api/api-error";
import { assistantAccess } from "../../api/later-queries";
import { trpcClient } from "../../api/trpc";
import { useRun } from "../../forms/action-dialog";
import { FormFailure, SmallButton } from "../../ui/form/buttons";
import { Snippet } from "../../ui/form/snippet";
import { Card } from "../../ui/layout/card";
import layout from "../../ui/layout/layouts.module.css";
import { t } from "../../words/made/keys";
import classes from "./api-keys.module.css";

export function AssistantsCard() {
	const access = useQuery(assistantAccess());
	const queryClient = useQueryClient();
	const { isBusy, error, run } = useRun();
	const isOn = access.data?.isOn === true;
	const change = () =>
		run(async () => {
			const saved = await trpcClient.account.setAssistants.mutate({ isOn: !isOn });
			queryClient.setQueryData(assistantAccess().queryKey, saved);
			toast.success(saved.isOn ? t("assistants.isOn") : t("assistants.isOff"));
		});
	return (
		<Card
			title={t("assistants")}
			className={classes.card}
			action={
				access.data && (
					<SmallButton loading={isBusy} onClick={() => void change()}>
						{isOn ? t("assistants.switchOff") : t("assistants.switchOn")}
					</SmallButton>
				)
			}
		>
			<div className={`${layout.column} ${classes.view} ${classes.padded}`}>
				<p>{t("assistants.lead")}</p>
				{access.isPending && <Skeleton height={32} />}
				{access.isError && <FormFailure failure={sentenceFor(access.error)} />}
				<FormFailure failure={error === null ? null : sentenceFor(error)} />
				{isOn && (
					<>
						<p>{t("assistants.how")}</p>
						<Snippet title={t("assistants.address")} text={`${window.location.origin}${mcpPath}`} />
					</>
				)}
			</div>
		</Card>
	);
}
