import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { type CurrentAccount, lacksSecondStep, secondStepGraceDays, type User } from "../../../shared/account/account";
import { accountRecord } from "../../api/account";
import { trpcClient } from "../../api/trpc";
import { commaList } from "../../base/comma-list";
import { ActionDialog } from "../../forms/action-dialog";
import { Select } from "../../ui/form/select";
import { TextLink } from "../../ui/layout/link";
import { formatDate } from "../../ui/time/time-display";
import { rich, t } from "../../words/made/account";
import { useRefreshUsers } from "./user-calls";
import { nameOf } from "./user-labels";

const shownNames = 5;
const never = "never";

const choices = [
	{ value: never, label: t("notRequired") },
	...secondStepGraceDays.map((days) => ({
		value: String(days),
		label: days === 0 ? t("requiredAtOnce") : t("secondStep.requiredIn", { days }),
	})),
];

type SecondStepDialogProps = { users: User[]; account: CurrentAccount; onClose: () => void };

export function SecondStepDialog({ users, account, onClose }: SecondStepDialogProps) {
	const { secondStepFrom = null, me } = account;
	const [chosen, setChosen] = useState(secondStepFrom === null ? "7" : never);
	const queryClient = useQueryClient();
	const refresh = useRefreshUsers();
	const graceDays = secondStepGraceDays.find((days) => String(days) === chosen) ?? null;
	const members = users.filter(({ status }) => status === "active");
	const save = async () => {
		const saved = await trpcClient.account.requireSecondStep.mutate({ graceDays });
		queryClient.setQueryData(accountRecord().queryKey, saved);
		await refresh();
		toast.success(graceDays === null ? t("secondStep.saved.notRequired") : t("secondStep.saved.required"));
	};
	return (
		<ActionDialog
			title={t("secondStep.title")}
			label={t("save")}
			canRun={me.secondStep === "on" || secondStepFrom !== null}
			onClose={onClose}
			run={save}
		>
			<p>{stateText(secondStepFrom)}</p>
			<p>{lackText(members.filter(lacksSecondStep))}</p>
			{members.some(({ secondStep }) => secondStep === "provider") && <p>{t("secondStep.ofProviders")}</p>}
			{me.secondStep === "on" || secondStepFrom !== null ? (
				<>
					<Select label={t("fromNowOn")} data={choices} value={chosen} onChange={setChosen} />
					<p>{t("secondStep.help")}</p>
				</>
			) : (
				<p>{rich("secondStep.setUpFirst", { link: (text) => <TextLink to="/profile">{text}</TextLink> })}</p>
			)}
		</ActionDialog>
	);
}

function stateText(from: Date | null): string {
	if (from === null) return t("secondStep.notRequiredNow");
	return from.getTime() <= Date.now()
		? t("secondStep.requiredSince", { date: formatDate(from) })
		: t("secondStep.requiredFrom", { date: formatDate(from) });
}

function lackText(lacking: Pick<User, "name" | "email">[]): string {
	if (lacking.length === 0) return t("allMembersHaveIt");
	const names = lacking.slice(0, shownNames).map(nameOf);
	const more = lacking.length - names.length;
	const listed = commaList([...names, ...(more > 0 ? [t("secondStep.moreMembers", { count: more })] : [])]);
	return t("secondStep.lacking", { count: lacking.length, names: listed });
}
