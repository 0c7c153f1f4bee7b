import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import type { IntegrationKey } from "../../../shared/integration-key";
import { sentenceFor } from "../../api/api-error";
import { trpc } from "../../api/trpc";
import { ButtonRow } from "../../ui/form/buttons";
import classes from "./integrations.module.css";

type RevokeKeyQuestionProps = { integration: IntegrationKey; onEnd: () => void };

export function RevokeKeyQuestion({ integration, onEnd }: RevokeKeyQuestionProps) {
	const queryClient = useQueryClient();
	const revoking = useMutation(
		trpc.account.revokeIntegrationKey.mutationOptions({
			onSuccess: (left) => {
				queryClient.setQueryData(trpc.account.getIntegrationKeys.queryKey(), left);
				toast.success(`The key of ${integration.name} is revoked.`);
				onEnd();
			},
			onError: (error) => toast.error(sentenceFor(error)),
		}),
	);
	return (
		<div className={classes.view}>
			<p className={classes.lead}>
				<b>{integration.name}</b> can send nothing from then on, and this cannot be undone. Its devices and their
				readings stay.
			</p>
			<ButtonRow>
				<Button variant="default" onClick={onEnd} autoFocus>
					Keep key
				</Button>
				<Button loading={revoking.isPending} onClick={() => revoking.mutate({ keyId: integration.id })}>
					Revoke key
				</Button>
			</ButtonRow>
		</div>
	);
}
