import { useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import type { CurrentAccount } from "../../../shared/account/account";
import type { BrandState } from "../../../shared/account/brand";
import { brandRecord } from "../../api/queries";
import { trpc } from "../../api/trpc";
import { ReadOnlyNote } from "../../ui/feedback/notes";
import { Card } from "../../ui/layout/card";
import { PageHead } from "../../ui/layout/page-head";
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
	const head = <PageHead title="Customize" subtitle="Your name, logo and colors, wherever people meet the product." />;
	if (me.scope !== "all") {
		return (
			<>
				{head}
				<ReadOnlyNote text="Owners and admins who see all groups can change it." />
				<Card title="How it looks">
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
