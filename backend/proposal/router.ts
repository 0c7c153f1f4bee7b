import { DeclineProposal, ProposalTarget, ProposeChange, SaveFourEyes } from "../../shared/account/four-eyes";
import { procedureFor, router } from "../base/trpc";
import { readFourEyes, saveFourEyes } from "./four-eyes";
import {
	approveProposal,
	changeInEmergency,
	declineProposal,
	getProposals,
	proposeChange,
	withdrawProposal,
} from "./proposals";

/** The procedure that a proposal names decides which right its change needs. */
export const proposalRouter = router({
	getFourEyes: procedureFor("viewAccount").query(({ ctx }) => readFourEyes(ctx.db)),
	saveFourEyes: procedureFor("editOwners").input(SaveFourEyes).mutation(saveFourEyes),
	getProposals: procedureFor("viewAccount").query(({ ctx }) => getProposals({ ctx, input: undefined })),
	proposeChange: procedureFor("viewAccount").input(ProposeChange).mutation(proposeChange),
	approveProposal: procedureFor("viewAccount").input(ProposalTarget).mutation(approveProposal),
	declineProposal: procedureFor("viewAccount").input(DeclineProposal).mutation(declineProposal),
	withdrawProposal: procedureFor("viewAccount").input(ProposalTarget).mutation(withdrawProposal),
	changeInEmergency: procedureFor("viewAccount", { unaudited: "The change itself is audited." })
		.input(ProposeChange)
		.mutation(changeInEmergency),
});
