/** Label that a control-plane node gets when it has been upgraded to N+1. */
export const SIDE_LABEL = 'ccm-migration/side';
