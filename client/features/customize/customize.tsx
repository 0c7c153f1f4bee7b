import { useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import type { CurrentAccount } from "../../../shared/account/account";
import type { BrandState } from "../../../shared/account/brand";
import { brandRecord } from "../../api/later-queries";
import { trpc } from "../../api/trpc";
import { ReadOnlyNote } from "../../ui/form/guarded-button";
import { Card } from "../../ui/layout/card";
import { PageHead } from "../../ui/layout/page-head";
import { t } from "../../words/made/devices";
import { BrandForm } from "./brand-form";
import { ConsolePreview } from "./console-preview";

type CustomizeProps = { account: CurrentAccount; state: BrandState };

export function Customize({ account: { companyName, me }, state }: CustomizeProps) {
	const queryClient = useQueryClient();
	const saved = async (result: BrandState, words: string) => {
		queryClient.setQueryData(brandRecord().queryKey, result);
		toast.success(words);
		await queryClient.invalidateQueries(trpc.account.getCurrent.pathFilter());
	};
	const head = <PageHead title={t("customize.title")} subtitle={t("customize.subtitle")} />;
	if (me.scope !== "all") {
		return (
			<>
				{head}
				<ReadOnlyNote text={t("customize.readOnly")} />
				<Card title={t("customize.preview")}>
					<ConsolePreview brand={state.publications[0]?.brand ?? state.draft} companyName={companyName} />
				</Card>
			</>
		);
	}
	return (
		<>
			{head}
			<BrandForm state={state} companyName={companyName} onSaved={(result, words) => void saved(result, words)} />
		</>
	);
}
